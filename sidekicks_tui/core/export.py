"""A conversation as Markdown that reads well where it is drawn, and as it is."""

from sidekicks_tui.locale import _
from sidekicks_tui.model.messages import (
    Message,
    Part,
    PlanPart,
    Role,
    StopReason,
    SystemCode,
    TextPart,
    ThoughtPart,
    ToolCall,
    ToolPart,
    ToolStatus,
)

_SIGNS = {
    ToolStatus.COMPLETED: "✓",
    ToolStatus.FAILED: "✗",
    ToolStatus.CANCELLED: "⊘",
}


def markdown(message: Message) -> str:
    """One message with its heading, ending in a line feed."""
    if message.role is Role.SYSTEM:
        return f"*{system_sentence(message)}*\n"
    author = _("you") if message.role is Role.USER else message.agent
    when = message.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
    blocks = [f"## {author}, {when}", *filter(None, map(_part, message.parts)), _ending(message)]
    return "\n\n".join(filter(None, blocks)) + "\n"


def tool_line(tool: ToolCall) -> str:
    """A tool call in one line: how it stands, what it is, how long it took."""
    sign = _SIGNS.get(tool.status, "●")
    took = f"  {tool.seconds:.0f} s" if tool.seconds is not None and tool.seconds >= 1 else ""
    return f"{sign} {' '.join(tool.title.split()) or tool.kind}{took}"


def system_sentence(message: Message) -> str:
    """What a message of the system says."""
    agent, why = message.agent, message.error
    match message.code:
        case SystemCode.AGENT_JOINED:
            return _("{agent} joined").format(agent=agent)
        case SystemCode.AGENT_LEFT:
            return _("{agent} left").format(agent=agent)
        case SystemCode.NO_RECIPIENT:
            return _("nobody answers: mention an agent with @")
        case SystemCode.AGENT_UNAVAILABLE:
            return _("{agent} cannot answer: {why}").format(agent=agent, why=why)
        case SystemCode.ATTACHMENT_UNAVAILABLE:
            return _("a file was not sent to {agent}: {why}").format(agent=agent, why=why)
    return f"{agent}: {why or message.text}" if agent else why or message.text


def stop_sentence(message: Message) -> str:
    """Why an answer ended otherwise than by its own end; "" when it did not."""
    if message.error:
        return message.error
    match message.stop_reason:
        case StopReason.CANCELLED:
            return _("stopped")
        case StopReason.MAX_TOKENS:
            return _("cut off: the model's limit of tokens was reached")
        case StopReason.MAX_TURN_REQUESTS:
            return _("cut off: the limit of requests in one turn was reached")
        case StopReason.REFUSAL:
            return _("the agent refused to go on")
    return ""


def _part(part: Part) -> str:
    match part:
        case TextPart():
            return part.text.strip("\n")
        case ThoughtPart():
            return "\n".join(f"> {line}".rstrip() for line in part.text.strip().splitlines())
        case ToolPart():
            return f"- {tool_line(part.tool)}"
        case PlanPart():
            return "\n".join(
                f"- [{'x' if entry.status == 'completed' else ' '}] {entry.content}" for entry in part.entries
            )


def _ending(message: Message) -> str:
    sentence = stop_sentence(message)
    return f"*{sentence}*" if sentence else ""
