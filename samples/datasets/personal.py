"""Files that should never have been published: invented personal data of every kind of this issue.

Their licences allow examples, so that it is the safety gate that withholds.
"""

from samples import organizations, terms
from samples.files import delimited
from samples.model import Built, Column, Dataset, Table
from samples.values import day, landline, mail, mobile, person, pick, resident_number
from store.vocabulary import ExampleStatus, Finding, SafetyStatus
from store.vocabulary import ObservedType as T

_WITHHELD = ExampleStatus.WITHHELD_BY_SAFETY
_HEADER_PHONE = "010-0000-9917"


def _refused(name: str, cells: list[str]) -> Column:
    return Column(
        name=name,
        cells=cells,
        type=T.STRING,
        examples=_WITHHELD,
        safety=SafetyStatus.WITHHELD,
        secrets=True,
    )


def _heads(_: int) -> Built:
    rows = range(32)
    table = Table(
        (
            Column(
                name="마을명",
                cells=[f"{pick(row, '윗안중아')}마을 {row + 1}리" for row in rows],
                type=T.STRING,
            ),
            _refused("성명", [person(row) for row in rows]),
            _refused("휴대전화", [mobile(row) for row in rows]),
            _refused("비고", [mail(row) for row in rows]),
            Column(
                name="마을회관 전화번호",
                cells=[landline(row, "043") for row in rows],
                type=T.STRING,
            ),
        )
    )
    return Built(delimited.write(table, "cp949"), (table,))


def _holders(_: int) -> Built:
    rows = range(40)
    births = [resident_number(row)[:6] for row in rows]
    table = Table(
        (
            Column(
                name="자격종목",
                cells=[pick(row, ("측량", "조경", "제빵")) for row in rows],
                type=T.STRING,
            ),
            _refused("관리값", [resident_number(row) for row in rows]),
            Column(
                name="생년월일",
                cells=[f"19{birth[:2]}-{birth[2:4]}-{birth[4:]}" for birth in births],
                type=T.DATE,
                examples=_WITHHELD,
                safety=SafetyStatus.WITHHELD,
                secrets=True,
            ),
            Column(name="취득일자", cells=[day(row) for row in rows], type=T.DATE),
        )
    )
    return Built(delimited.write(table, "utf-8-sig"), (table,))


def _advice(_: int) -> Built:
    rows = range(18)
    moving = (
        "이사한 뒤에 전입 신고를 늦게 하면 어떻게 되는지 묻고 싶습니다.\n"
        "지난달에 옮겼는데 바빠서 아직 다녀오지 못했고, 가족은 먼저 살던 곳에 남아 있습니다. "
        '"과태료가 얼마인지"도 함께 알려 주시면 좋겠습니다.'
    )
    lamp = (
        "골목 끝의 가로등이 밤마다 깜박거려 아이들이 다니기 무섭다고 합니다.\n"
        "관리하는 곳이 어디인지 몰라서 여기에 적습니다. 고쳐 주시면 고맙겠고, 언제쯤 되는지 "
        "알 수 있으면 이웃에게도 전하겠습니다."
    )
    table = Table(
        (
            Column(name="접수번호", cells=[f"{row + 1:04d}" for row in rows], type=T.STRING),
            Column(
                name="상담내용",
                cells=[f"({row + 1}) {lamp if row % 2 else moving}" for row in rows],
                type=T.STRING,
                examples=_WITHHELD,
                safety=SafetyStatus.REVIEW_REQUIRED,
            ),
            Column(
                name=f"처리여부(문의 {_HEADER_PHONE})",
                cells=["Y" if row % 3 else "N" for row in rows],
                type=T.BOOLEAN,
                examples=None,
                safety=None,
                secret_name=_HEADER_PHONE,
            ),
            Column(name="처리일자", cells=[day(row) for row in rows], type=T.DATE),
        )
    )
    return Built(delimited.write(table), (table,))


DATASETS = (
    Dataset(
        key="15900601",
        organization=organizations.HANBIT,
        subject="마을 대표 연락 현황",
        theme="사회복지 - 사회복지일반",
        extension="csv",
        cycle="연간",
        terms=terms.NO_RESTRICTION,
        description="마을별 대표와 마을회관 연락처를 정리한 자료입니다. 모든 값은 지어낸 것입니다.",
        keywords="마을,마을회관,연락처",
        build=_heads,
    ),
    Dataset(
        key="15900602",
        organization=organizations.LICENSES,
        subject="자격 취득자 현황",
        theme="교육 - 평생·직업교육",
        extension="csv",
        cycle="수시",
        terms=terms.BY,
        description="자격종목별 취득자 자료입니다. 모든 값은 지어낸 것입니다.",
        keywords="자격,취득자,자격종목",
        build=_holders,
    ),
    Dataset(
        key="15900603",
        organization=organizations.GARAM,
        subject="민원 상담 사례",
        theme="법률 - 법무및검찰",
        extension="csv",
        cycle="분기",
        terms=terms.NO_RESTRICTION,
        description='상담 내용과 처리 결과입니다. "따옴표"와 줄바꿈, 쉼표가 들어 있습니다.',
        keywords="민원,상담,처리결과",
        build=_advice,
        findings=(Finding.NAME_MASKED,),
    ),
)
