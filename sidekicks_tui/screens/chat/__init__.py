"""The chat: channels, the conversation, the permission that waits, the message being written."""
