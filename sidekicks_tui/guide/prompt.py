"""What a prompt asks, out of its content blocks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from acp.schema import (
    AudioContentBlock,
    EmbeddedResourceContentBlock,
    ImageContentBlock,
    ResourceContentBlock,
    TextContentBlock,
)

PromptBlock = (
    TextContentBlock
    | ImageContentBlock
    | AudioContentBlock
    | ResourceContentBlock
    | EmbeddedResourceContentBlock
)

_MENTIONS: Final = re.compile(r"(?:@[\w-]+[,:]?(?:\s+|$))+")


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    """What the person wrote, without the mentions before it."""
    files: tuple[str, ...] = ()
    """The names of the files that came with it."""


def question(blocks: Sequence[PromptBlock]) -> Question:
    """The question in `blocks`: the last text, with the files that were named inside it or stand around it.

    A text block right after another one begins a new text (the first holds what was said before); one after a
    file goes on with the sentence that the file was named in.
    """
    text, files, after_text = "", [], False
    for block in blocks:
        if isinstance(block, TextContentBlock):
            text = block.text if after_text else text + block.text
        elif isinstance(block, ResourceContentBlock):
            files.append(block.name or _name(block.uri))
        elif isinstance(block, EmbeddedResourceContentBlock):
            files.append(_name(block.resource.uri))
        after_text = isinstance(block, TextContentBlock)
    return Question(
        _MENTIONS.sub("", text.strip(), count=1) if _MENTIONS.match(text.strip()) else text.strip(),
        tuple(files),
    )


def _name(uri: str) -> str:
    return unquote(urlsplit(uri).path).rpartition("/")[2] or uri
