"""The HTML of the sample portal: what a program must find its way through, and no more."""

from html import escape

from samples.serving.state import Served

_FRAME = """<!DOCTYPE html>
<html lang="ko">
<head><meta charset="UTF-8"><title>{title} | 공공데이터포털</title></head>
<body>
{body}
</body>
</html>
"""

MISSING = _FRAME.format(title="안내", body="<p>요청하신 페이지를 찾을 수 없습니다.</p>")
LOGIN = _FRAME.format(
    title="로그인",
    body='<form method="post"><input type="password" name="password"></form>',
)
WAITING_ROOM = _FRAME.format(
    title="접속 대기",
    body="<h1>접속 대기 중입니다</h1><p>이용자가 많아 잠시 후 자동으로 연결됩니다.</p>",
)
ALERT = "<script>alert('파일을 내려받을 수 없습니다.');history.back();</script>\n"
ERROR = _FRAME.format(title="오류", body="<p>일시적인 오류가 발생했습니다.</p>")


def dataset_page(served: Served) -> str:
    """`fileData.do`: with a download button, with a link to the agency, or with neither."""
    rows = [
        _row("파일데이터명", escape(served.data_name)),
        _row("확장자", escape(served.extension)),
    ]
    if served.on_portal:
        action = _button(served)
    elif served.link:
        link = escape(served.link)
        script = f"fileDetailObj.fn_fileDataGoLink('{served.key}'); return false;"
        rows.append(_row("URL", f'<a href="{link}" target="_blank">{link}</a>'))
        action = f'<a href="#" class="button" onclick="{script}">바로가기</a>'
    else:
        action = "<p>전자기록매체에 담아 제공합니다. 담당자에게 신청하세요.</p>"
    body = (
        f"<h1>{escape(served.title)}</h1>\n"
        f'<input type="hidden" id="publicDataPk" value="{served.key}">\n'
        f'<input type="hidden" id="publicDataDetailPk" name="publicDataDetailPk" '
        f'value="{served.uddi}">\n'
        f"<ul>\n{''.join(rows)}</ul>\n{action}"
    )
    return _FRAME.format(title=escape(served.title), body=body)


def plain_page(served: Served) -> str:
    """`openapi.do` and `standard.do`: a title and no file."""
    title = escape(served.title)
    return _FRAME.format(title=title, body=f"<h1>{title}</h1>")


def landing_page(served: Served) -> str:
    """A notice board of an agency: a page, not a file."""
    body = f"<h1>{escape(served.title)}</h1><p>자료는 아래 목록에서 찾아보세요.</p>"
    return _FRAME.format(title="자료실", body=body)


def _button(served: Served) -> str:
    # The address of the upload is left out, as the portal often does: the resolver knows it.
    arguments = f"'{served.key}','{served.uddi}','','1','2'"
    return (
        f'<a href="#" class="button" '
        f'onclick="fileDetailObj.fn_fileDataDown({arguments}); return false;">다운로드</a>'
    )


def _row(name: str, value: str) -> str:
    return f'<li><strong class="key">{name}</strong> <span class="value">{value}</span></li>\n'
