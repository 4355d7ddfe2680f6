"""Folded scenes are kept at hand only once they are committed, and are believed only at the stamp their row names.

So are their open chapters, of which nothing changes while the row names their number.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from bot.service.rows import AnyScene, ChapterRow

MOST_SCENES = 512

Stamp = tuple[int, int, int]
"""A scene's chapter, head and last event: every state that was ever committed has its own."""


class FoldCache:
    """Committed folds by scene, the least recently used leave first; shared by the writer and the readers."""

    def __init__(self, most: int = MOST_SCENES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._folds: OrderedDict[int, tuple[Stamp, AnyScene]] = OrderedDict()
        self._chapters: OrderedDict[int, ChapterRow] = OrderedDict()

    def take(self, scene_id: int, stamp: Stamp) -> AnyScene | None:
        """Return the fold of a scene at ``stamp``, if it is here."""
        with self._lock:
            found = self._folds.get(scene_id)
            if found is None or found[0] != stamp:
                return None
            self._folds.move_to_end(scene_id)
            return found[1]

    def put(self, scene_id: int, stamp: Stamp, scene: AnyScene) -> None:
        """Keep a committed fold, unless a newer one is here."""
        with self._lock:
            found = self._folds.get(scene_id)
            if found is None or found[0] <= stamp:
                self._folds[scene_id] = stamp, scene
                self._folds.move_to_end(scene_id)
            while len(self._folds) > self._most:
                self._folds.popitem(last=False)

    def chapter(self, scene_id: int, number: int) -> ChapterRow | None:
        """Return the open chapter of a scene, if it is here and has this number."""
        found = self._chapters.get(scene_id)
        return found if found is not None and found.number == number else None

    def keep_chapter(self, chapter: ChapterRow) -> None:
        """Keep a chapter that was committed and is open; those that were kept first leave first."""
        with self._lock:
            self._chapters[chapter.scene_id] = chapter
            while len(self._chapters) > self._most:
                self._chapters.popitem(last=False)


class Drafts:
    """Folds, chapters and touched channels of open transactions: of the running job, and of the group before it."""

    def __init__(self, cache: FoldCache) -> None:
        self._cache = cache
        self._group: dict[int, tuple[Stamp, AnyScene]] = {}
        self._job: dict[int, tuple[Stamp, AnyScene]] = {}
        self._chapters: dict[int, ChapterRow] = {}
        self._group_touched: set[int] = set()
        self._job_touched: set[int] = set()

    def take(self, scene_id: int, stamp: Stamp) -> AnyScene | None:
        """Return the fold of a scene as the open transaction has it."""
        found = self._job.get(scene_id) or self._group.get(scene_id)
        if found is not None:
            return found[1] if found[0] == stamp else None
        return self._cache.take(scene_id, stamp)

    def put(self, scene_id: int, stamp: Stamp, scene: AnyScene) -> None:
        """Keep a fold of the running job."""
        self._job[scene_id] = stamp, scene

    def chapter(self, scene_id: int, number: int) -> ChapterRow | None:
        """Return the open chapter of a scene as it was read before, if it has this number."""
        found = self._chapters.get(scene_id)
        return found if found is not None and found.number == number else self._cache.chapter(scene_id, number)

    def keep_chapter(self, chapter: ChapterRow) -> None:
        """Keep an open chapter, which the open transaction may have opened."""
        self._chapters[chapter.scene_id] = chapter

    def touch(self, channel_id: int) -> None:
        """Note a channel that the running job changed."""
        self._job_touched.add(channel_id)

    def drop_job(self) -> None:
        """Forget what the running job made, and the chapters, which may be among it."""
        self._job.clear()
        self._job_touched.clear()
        self._chapters.clear()

    def keep_job(self) -> None:
        """Hand what the running job made to its group."""
        self._group.update(self._job)
        self._group_touched |= self._job_touched
        self._job.clear()
        self._job_touched.clear()

    def drop_group(self) -> None:
        """Forget what the group made: it was rolled back."""
        self.drop_job()
        self._group.clear()
        self._group_touched.clear()

    def commit(self) -> frozenset[int]:
        """Put what the group made into the cache, and return the channels that it touched."""
        for scene_id, (stamp, scene) in self._group.items():
            self._cache.put(scene_id, stamp, scene)
        for chapter in self._chapters.values():
            self._cache.keep_chapter(chapter)
        touched = frozenset(self._group_touched)
        self.drop_group()
        return touched
