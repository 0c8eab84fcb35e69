"""The wordings of the list: licences in their dialects, delivery forms."""

from samples.model import Terms
from store.vocabulary import Delivery, License

NO_RESTRICTION = Terms("이용허락범위 제한 없음", License.NO_RESTRICTION)
BY = Terms("공공저작물_출처표시", License.KOGL_BY)
BY_NC = Terms("공공저작물_출처표시 + 상업적 이용금지", License.KOGL_BY_NC)
BY_ND = Terms("공공저작물_출처표시 + 변경금지", License.KOGL_BY_ND)
BY_NC_ND = Terms("공공저작물_출처표시 + 상업적 이용금지 + 변경금지", License.KOGL_BY_NC_ND)
TYPE_0 = Terms("자유이용 (제 0유형)", License.KOGL_0)
TYPE_1 = Terms("공공저작물 : 출처표시 (제 1유형)", License.KOGL_BY)
TYPE_2 = Terms("공공저작물 : 출처표시, 상업적 이용금지 (제 2유형)", License.KOGL_BY_NC)
TYPE_3 = Terms("공공저작물 : 출처표시, 변경금지 (제 3유형)", License.KOGL_BY_ND)
TYPE_4 = Terms("공공저작물 : 출처표시, 상업적 이용금지, 변경금지 (제 4유형)", License.KOGL_BY_NC_ND)
THIRD_PARTY = Terms("제3자 권리 포함 : 저작권 표시 / 공공저작물 : 출처표시 (제 1유형)", None)
BY_NC_SA = Terms("저작자표시-비영리-동일조건변경허락", License.CC_BY_NC_SA)
UNSPECIFIED = Terms("-", License.UNSPECIFIED)

DELIVERY_WORDS = {
    Delivery.PORTAL: "공공데이터포털에서 다운로드(원문파일등록)",
    Delivery.LINK: "기관자체에서 다운로드(제공데이터URL기재)",
    Delivery.OFFLINE_MEDIA: "전자기록매체 저장 제공",
    Delivery.UNKNOWN: "-",
}
