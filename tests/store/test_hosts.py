from pathlib import Path

from store.queue import Stage
from tests.store import making


def test_a_spider_takes_only_the_hosts_of_its_jobs(tmp_path: Path) -> None:
    store, clock = making.database(tmp_path), making.Clock()
    urls = {str(n): f"https://host{n}.kr/file" for n in range(3)}
    making.put(store, [making.record(key, list_url=url) for key, url in urls.items()])
    first = making.queue(store, clock, owner="a/1/1")
    second = making.queue(store, clock, owner="b/1/1")
    first.enqueue_due()
    assert [job.record_id for job in first.lease(Stage.DOWNLOAD, 1)] == ["0"]
    assert [job.record_id for job in second.lease(Stage.DOWNLOAD, 9)] == ["1", "2"]
    store.close()


def test_holding_a_host_keeps_others_away_until_it_is_given_up(tmp_path: Path) -> None:
    store, clock = making.database(tmp_path), making.Clock()
    first = making.queue(store, clock, owner="a/1/1")
    second = making.queue(store, clock, owner="b/1/1")
    assert first.hold_host("x.kr") is None
    assert second.hold_host("x.kr") == clock.now + 10
    assert first.hold_host("x.kr") is None
    first.release()
    assert second.hold_host("x.kr") is None
    store.close()


def test_a_paused_host_is_held_by_nobody(tmp_path: Path) -> None:
    store, clock = making.database(tmp_path), making.Clock()
    queue = making.queue(store, clock)
    queue.pause_host("x.kr", 100)
    assert queue.hold_host("x.kr") == clock.now + 100
    clock.advance(100)
    assert queue.hold_host("x.kr") is None
    store.close()
