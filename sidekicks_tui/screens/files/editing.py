"""The file that is open: read, changed, kept, saved, and what happens when somebody else writes it."""

from asyncio import to_thread
from collections.abc import Callable
from typing import Final

from pygments.lexer import Lexer

from sidekicks_tui.core.engine import Engine
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import SidekicksError, UsageError, WorkspaceError
from sidekicks_tui.model.limits import KB
from sidekicks_tui.model.workspaces import TextFile
from sidekicks_tui.screens.files.drafts import Draft, Drafts
from sidekicks_tui.widgets.files.pane import Face, FilePane
from sidekicks_tui.widgets.files.preview import difference_blocks, markdown_blocks
from sidekicks_tui.widgets.timeline.blocks import Block
from sidekicks_tui.widgets.timeline.markdown.highlighting import highlight, lexer_for_path

_MARKDOWN: Final = (".md", ".markdown", ".mdx")


class Editing:
    """`told` is called when something that the screen says of the file changed."""

    def __init__(self, engine: Engine, pane: FilePane, told: Callable[[], None]) -> None:
        self._engine = engine
        self._pane = pane
        self._told = told
        self._agent = ""
        self._drafts: Drafts
        self.path = ""
        """The file in the pane, empty when there is none."""
        self._base: TextFile | None = None
        """As it was read or saved last; None where there is no text."""
        self._theirs: TextFile | None = None
        self.in_conflict = False
        """Somebody else wrote the file (`theirs`; deleted it where that is None) that the person changed."""
        self.editable = False

    @property
    def unsaved(self) -> bool:
        return self._base is not None and self.editable and self._pane.area.content != self._base.content

    @property
    def unsaved_paths(self) -> frozenset[str]:
        return frozenset(self._drafts.by_path)

    @property
    def is_markdown(self) -> bool:
        return self.path.lower().endswith(_MARKDOWN)

    def use(self, agent: str) -> None:
        """Another agent's folder; nothing of it is open."""
        self._agent = agent
        self._drafts = Drafts(self._engine.history, agent)
        self._close()
        self._pane.say(_("Choose a file."))
        self._pane.name_file("", "")

    async def open(self, path: str, line: int = 0) -> None:
        """Show the file, with what the person had not saved of it, at `line` (from 1; 0: at its start)."""
        await self.keep()
        self._close()
        self.path = path
        draft = self._drafts.by_path.get(path)
        try:
            file = await self._engine.workspaces.read(self._agent, path)
        except WorkspaceError as error:
            if draft is None:
                self._pane.say(await self._instead(path, error))
                self._told()
                return
            file = TextFile(path=path, content="", version="")
        lexer = await to_thread(_ready_lexer, path)
        if self.path != path:  # another one was opened meanwhile
            return
        self._base = file
        self.editable = self._pane.show_text(file.content, lexer)
        if draft is not None:
            self._pane.area.exchange(draft.content)
            if draft.version != file.version:
                self._conflict(file if file.version else None)
        if line:
            self._pane.area.move_cursor((line - 1, 0), center=True)
        self._told()

    def edit(self) -> None:
        """Let the person write. Raises `UsageError` where that cannot be."""
        if self._pane.face is not Face.TEXT or not self.editable:
            raise UsageError(_("This file can only be looked at here."))
        self._pane.area.read_only = False

    def read(self) -> None:
        """The keys are the screen's again; nothing is saved, nothing is lost."""
        self._pane.area.read_only = True

    async def keep(self) -> None:
        """Write away what is not saved, so that nothing can lose it."""
        if self._base is None or not self.editable:
            return
        if self.unsaved:
            draft = Draft(version=self._base.version, content=self._pane.area.content)
            await self._drafts.put(self.path, draft)
        else:
            await self._drafts.drop(self.path)

    async def save(self, *, over: bool = False) -> bool:
        """Write the file; False when somebody else did since: `over` writes over that."""
        if self._base is None or not self.editable:
            return True
        path, content = self.path, self._pane.area.content
        version = self._base.version
        if over:
            version = self._theirs.version if self._theirs else ""
        saved = await self._engine.workspaces.save(self._agent, path, content, version)
        if saved.conflict:
            await self.keep()
            self._conflict(await self._read_again())
            return False
        self._settle(TextFile(path=path, content=content, version=saved.version))
        await self.keep()
        return True

    async def take_theirs(self) -> None:
        """Give up what the person changed; undo brings it back while the file is open."""
        theirs = self._theirs
        if theirs is None:
            await self._drafts.drop(self.path)
            self._close()
            self._pane.say(_("The file is gone."))
        else:
            self._pane.area.exchange(theirs.content)
            self._settle(theirs)
            await self.keep()
        self._told()

    async def look_again(self) -> None:
        """Somebody may have written the file."""
        if self._base is None:
            if self.path:
                await self.open(self.path)
            return
        path = self.path
        now = await self._read_again()
        if self._base is None or self.path != path or (now and now.version == self._base.version):
            return
        if self.unsaved:
            if not self.in_conflict or now != self._theirs:
                self._conflict(now)
        elif now is None:
            self._close()
            self._pane.say(_("The file is gone."))
            self._told()
        else:
            self._pane.area.exchange(now.content)
            self._settle(now)

    async def moved(self, path: str, to: str) -> None:
        """The file or folder `path` is called `to` now."""
        await self._drafts.move(path, to)
        if self.path == path or self.path.startswith(f"{path}/"):
            self.path = to + self.path[len(path) :]
        self._told()

    async def removed(self, path: str) -> None:
        """The file or folder `path` was deleted by the person."""
        if self.path == path or self.path.startswith(f"{path}/"):
            self._close()
            self._pane.say(_("Choose a file."))
        for known in self._drafts.within(path):
            await self._drafts.drop(known)
        self._told()

    async def show_difference(self) -> None:
        """What the person changed; else what was changed since git has it. Raises `UsageError`."""
        if self._base is None:
            raise UsageError(_("There is no text to compare."))
        new = self._pane.area.content
        old: str | None = self._base.content
        if new == old:
            old = await self._engine.workspaces.committed(self._agent, self.path)
        if old is None:
            raise UsageError(_("Git does not have this file, so there is nothing to compare it with."))
        blocks = await to_thread(difference_blocks, self.path, old, new)
        if not blocks:
            raise UsageError(_("Nothing changed since git has it."))
        self._pane.show_blocks(blocks)

    async def conflict_blocks(self) -> list[Block]:
        """What the person made of the other's text, which is empty where they deleted the file."""
        theirs = self._theirs.content if self._theirs else ""
        return await to_thread(difference_blocks, self.path, theirs, self._pane.area.content)

    async def show_preview(self) -> None:
        """Markdown as it is meant. Raises `UsageError`."""
        if self._base is None or not self.is_markdown:
            raise UsageError(_("Only Markdown has a preview."))
        self._pane.show_blocks(await to_thread(markdown_blocks, self._pane.area.content))

    def _conflict(self, theirs: TextFile | None) -> None:
        self._theirs, self.in_conflict = theirs, True
        self._told()

    def _settle(self, base: TextFile) -> None:
        """What is shown and the file are one."""
        self._base, self._theirs, self.in_conflict = base, None, False
        self._told()

    def _close(self) -> None:
        self.path = ""
        self._base = self._theirs = None
        self.in_conflict = self.editable = False

    async def _read_again(self) -> TextFile | None:
        try:
            return await self._engine.workspaces.read(self._agent, self.path)
        except WorkspaceError:
            return None

    async def _instead(self, path: str, error: WorkspaceError) -> str:
        """What is said of a file that is no text."""
        try:
            picture = await self._engine.workspaces.image(self._agent, path)
        except SidekicksError:
            return str(error)
        return _("A picture: {mime}, {size} KB. Join it to a message with $.").format(
            mime=picture.mime, size=max(1, len(picture.data) // KB)
        )


def _ready_lexer(path: str) -> Lexer | None:
    """The lexer of a file by its name, with its rules compiled."""
    lexer = lexer_for_path(path.rpartition("/")[2])
    if lexer is not None:
        highlight(lexer, ["x"])
    return lexer
