"""What system messages and the ends of answers say: one sentence for screen, command line and export.

Foreign words in them are as they came: who shows them makes them visible.
"""

from sidekicks_tui.locale import _
from sidekicks_tui.model.messages import Message, Role, StopReason, SystemCode


def system_sentence(message: Message, title: str = "") -> str:
    """What a message of the system says; `title` is how its agent is called, its name otherwise."""
    agent, why = title or message.agent, message.error
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
        case SystemCode.SESSION_UNAVAILABLE:
            words = _("{agent} could not open its session again and goes on with a new one: {why}")
            return words.format(agent=agent, why=why)
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
    silent = message.role is Role.AGENT and message.done and not message.parts
    return _("the agent ended without a word") if silent else ""
