"""What an agent is sent: a command alone, or what it missed, the message, and the files joined to it."""

import asyncio
import mimetypes
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import quote

from sidekicks_tui.acp.blocks import PromptBlock, TextBlock
from sidekicks_tui.core.agents.running import RunningAgent
from sidekicks_tui.core.channels.catchup import seen_after, tell, unseen
from sidekicks_tui.core.channels.context import Context
from sidekicks_tui.core.channels.joined import JoinedFile, block_for
from sidekicks_tui.core.channels.session import Session
from sidekicks_tui.core.workspaces.reach import workspace_of
from sidekicks_tui.locale import _
from sidekicks_tui.model.errors import WorkspaceError
from sidekicks_tui.model.limits import ATTACHMENT_SIZE
from sidekicks_tui.model.messages import Attachment, Message, SystemCode
from sidekicks_tui.runtimes import runtime_for


class Prompt(NamedTuple):
    blocks: tuple[PromptBlock, ...]
    seen: str
    """The last message that the session has seen once it was told this."""


async def compose(
    context: Context,
    session: Session,
    running: RunningAgent,
    message: Message,
    command: str | None,
    answers: Collection[str],
) -> Prompt:
    """What the agent is sent for `message`, which others have given the `answers` to.

    A joined file that cannot be sent is told in the channel.
    """
    if command is not None:
        return Prompt((TextBlock(text=command),), session.seen)
    live = session.live
    missed = unseen(await live.said(), session.agent, session.seen, message.id)
    before = tell(live.channel, session.agent, missed, answers)
    blocks: list[PromptBlock] = [TextBlock(text=before)] if before else []
    blocks.append(TextBlock(text=message.text))
    for attachment in message.attachments:
        try:
            file = await asyncio.to_thread(_read, context, running, attachment)
            blocks.append(block_for(file, running.info))
        except WorkspaceError as error:
            await live.say(SystemCode.ATTACHMENT_UNAVAILABLE, session.agent, str(error))
    told = [*(missed_message.id for missed_message in missed), message.id]
    waiting = [queued.id for queued in live.queue]
    return Prompt(tuple(blocks), seen_after(told, waiting, session.seen))


def _read(context: Context, running: RunningAgent, attachment: Attachment) -> JoinedFile:
    """Blocks. Raises `WorkspaceError`."""
    owner = context.settings().agent(attachment.agent)
    if owner is None:
        raise WorkspaceError(
            _("{path} was in the folder of {agent}, which left the configuration").format(
                path=attachment.path, agent=attachment.agent
            )
        )
    data = workspace_of(owner).content(attachment.path, ATTACHMENT_SIZE)
    path = runtime_for(running.settings).to_agent(owner.workspace / attachment.path)
    return JoinedFile(
        name=attachment.path,
        uri=f"file://{quote(path)}",
        mime=mimetypes.guess_type(attachment.path)[0] or "",
        data=data,
    )
