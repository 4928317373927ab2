"""What a prompt is made of: the union `PromptBlock`."""

from typing import TypeAlias

from sidekicks_tui.model.base import Value


class TextBlock(Value, frozen=True, kw_only=True):
    text: str


class ImageBlock(Value, frozen=True, kw_only=True):
    """An image's bytes; for agents that announce `image`."""

    data: bytes
    mime: str
    uri: str = ""


class ResourceBlock(Value, frozen=True, kw_only=True):
    """A text file with its text; for agents that announce `embedded_context`."""

    uri: str
    mime: str
    text: str


class LinkBlock(Value, frozen=True, kw_only=True):
    """A file that the agent reads by itself; `uri` is `file://` and the path as the agent sees it."""

    uri: str
    name: str
    mime: str = ""
    size: int | None = None
    """In bytes; None: unknown."""


PromptBlock: TypeAlias = TextBlock | ImageBlock | ResourceBlock | LinkBlock
