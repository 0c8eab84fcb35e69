"""The routes of the sample portal and of the agency's site beside it."""

import json
import time
from collections.abc import Awaitable, Callable

from aiohttp import web

from samples.model import Behavior
from samples.serving import bodies, pages
from samples.serving.state import Asked, Served, State

ROBOTS = """User-agent: Googlebot
Disallow: /tcs/dss/selectDataSetList.do

User-agent: *
Disallow: /agency/members/
"""
"""The first group is the portal's; the second is the agency's, which shares the server."""

_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build(state: State) -> web.Application:
    """An application that answers from `state` and records in it what was asked."""

    @web.middleware
    async def record(request: web.Request, handler: _Handler) -> web.StreamResponse:
        asked = Asked(time.monotonic(), request.method, request.path_qs, dict(request.headers))
        state.requests.append(asked)
        return await handler(request)

    site = _Site(state)
    application = web.Application(middlewares=[record])
    application.add_routes(
        [
            web.get("/robots.txt", site.robots),
            web.get("/data/{key}/{page}", site.page),
            web.get("/tcs/dss/selectFileDataDownload.do", site.resolve),
            web.post("/tcs/dss/selectFileDataDownload.do", site.resolve),
            web.get("/tcs/dss/selectLinkUrl.do", site.link),
            web.get("/cmm/cmm/fileDownload.do", site.download),
            web.get(bodies.LOGIN_PATH, site.login),
            web.get(bodies.WAITING_ROOM_PATH, site.waiting_room),
            web.get("/agency/files/{name}", site.agency_file),
            web.get("/agency/members/{name}", site.agency_file),
            web.get("/agency/go/{key}", site.agency_go),
            web.get("/agency/board/{key}", site.agency_board),
        ]
    )
    return application


class _Site:
    def __init__(self, state: State) -> None:
        self._state = state

    async def robots(self, _: web.Request) -> web.Response:
        return web.Response(text=ROBOTS)

    async def page(self, request: web.Request) -> web.Response:
        served = self._state.served(request.match_info["key"])
        known = served is not None and served.page == request.path
        if served is None or not known or served.behavior is Behavior.PAGE_MISSING:
            return bodies.html(pages.MISSING, status=404)
        if request.path.endswith("/fileData.do"):
            return bodies.html(pages.dataset_page(served))
        return bodies.html(pages.plain_page(served))

    async def resolve(self, request: web.Request) -> web.Response:
        """JSON under the media type of a page: where the current upload of a dataset is."""
        fields = {**request.query, **{k: str(v) for k, v in (await request.post()).items()}}
        served = self._state.served(fields.get("publicDataPk", ""))
        uddi = fields.get("publicDataDetailPk")
        refused = (Behavior.REFUSED, Behavior.PAGE_MISSING, Behavior.NONE)
        if served is None or served.behavior in refused or uddi not in (None, "", served.uddi):
            return _json({"status": False, "errorDc": "다운로드할 수 없는 데이터입니다."})
        return _json(_resolved(served))

    async def link(self, request: web.Request) -> web.Response:
        served = self._state.served(request.query.get("publicDataPk", ""))
        if served is None or served.link is None:
            return _json({"status": False, "linkUrl": None, "errorDc": "연결할 주소가 없습니다."})
        return _json({"status": True, "linkUrl": served.link, "errorDc": None})

    async def download(self, request: web.Request) -> web.StreamResponse:
        served = self._state.by_attachment(request.query.get("atchFileId", ""))
        if served is None or request.query.get("fileDetailSn") != "1":
            return bodies.refused_file()
        return await bodies.respond(request, served)

    async def login(self, _: web.Request) -> web.Response:
        return bodies.html(pages.LOGIN)

    async def waiting_room(self, _: web.Request) -> web.Response:
        return bodies.html(pages.WAITING_ROOM)

    async def agency_file(self, request: web.Request) -> web.StreamResponse:
        served = self._linked(request.match_info["name"].partition(".")[0])
        if served is None:
            return bodies.html(pages.MISSING, status=404)
        return await bodies.respond(request, served)

    async def agency_go(self, request: web.Request) -> web.Response:
        return bodies.redirect(f"/agency/files/{request.match_info['key']}.csv")

    async def agency_board(self, request: web.Request) -> web.Response:
        served = self._linked(request.match_info["key"])
        if served is None:
            return bodies.html(pages.MISSING, status=404)
        return bodies.html(pages.landing_page(served))

    def _linked(self, key: str) -> Served | None:
        served = self._state.served(key)
        return served if served and served.link else None


def _resolved(served: Served) -> dict[str, object]:
    """The answer keys of the portal; a listing without a file has no `atchFileId` anywhere."""
    attachment = served.attachment_id if served.on_portal else None
    return {
        "status": True,
        "dpk": served.key,
        "atchFileId": attachment,
        "fileDetailSn": "1",
        "fileDataRegistVO": {
            "dataNm": served.data_name,
            "orginlFileNm": served.file_name,
            "atchFileExtsn": served.extension,
            "atchFileId": attachment,
        },
        "dataSetFileDetailInfo": {
            "dataNm": served.data_name,
            "publicDataPk": served.key,
            "publicDataDetailPk": served.uddi,
        },
    }


def _json(answer: dict[str, object]) -> web.Response:
    return bodies.html(json.dumps(answer, ensure_ascii=False))
