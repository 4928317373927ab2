"""The chat: what the person sees when something happens, and what happens when the person presses a key."""

from pathlib import Path

from msgspec.structs import replace

from sidekicks_tui.model.agents import AgentState
from sidekicks_tui.model.channels import Command, Usage
from sidekicks_tui.model.errors import UsageError
from sidekicks_tui.model.events import EngineFault, UsageChanged
from sidekicks_tui.widgets.action import Place
from sidekicks_tui.widgets.actions import of_place
from tests.support.fake_engine import FakeEngine
from tests.support.seat import Seat, sit


async def test_at_first_there_are_channels_agents_and_a_composer_with_the_focus(seat: Seat) -> None:
    for words in (
        "Sidekicks",
        "0 of 3 running",
        "CHANNELS",
        "# general",
        "DIRECT",
        "@ claude",
        "stopped",
        "Everybody",
    ):
        assert words in seat.shown
    assert seat.focused == "Composer"
    assert seat.engine.started


async def test_what_is_written_is_sent_shown_and_cleared(seat: Seat) -> None:
    await seat.type("hello @claude")
    assert "→ claude" in seat.shown
    await seat.press("enter")
    assert ("send", seat.general, "hello @claude") in seat.engine.asked
    assert "▎ hello @claude" in seat.shown
    assert "› Write a message" in seat.shown
    assert "→ claude" not in seat.shown


async def test_enter_overtakes_no_letter_however_fast_they_come(seat: Seat) -> None:
    await seat.type("hello\nyou\n")
    sent = [words[2] for words in seat.engine.asked if words[0] == "send"]
    assert sent == ["hello", "you"]
    seat.engine.channels.add("parser", "The parser", ())
    await seat.press("ctrl+k")
    await seat.type("prs\n")
    assert "The parser" in seat.shown


async def test_a_message_that_cannot_be_sent_comes_back_with_the_reason(seat: Seat) -> None:
    seat.engine.refuses = UsageError("more than 10 files cannot be joined")
    await seat.type("hello")
    await seat.press("enter")
    assert "more than 10 files cannot be joined" in seat.shown
    assert "› hello" in seat.shown


async def test_an_answer_is_shown_and_so_is_who_answers_and_what_it_used(seat: Seat) -> None:
    seat.engine.channels.turn(seat.general, "claude", queued=2)
    await seat.settle()
    assert "● claude answers · 2 queued" in seat.shown
    assert "Ctrl+C stop" in seat.shown
    seat.engine.channels.say(seat.general, "Here it *is*.", "claude")
    seat.engine.channels.turn(seat.general)
    usage = Usage(used=53_000, size=200_000)
    seat.engine.happen(UsageChanged(channel=seat.general, agent="claude", usage=usage))
    await seat.settle()
    assert "Here it is." in seat.shown
    assert "claude answers" not in seat.shown
    assert "claude 53k/200k" in seat.shown


async def test_ctrl_c_stops_and_says_so_at_once_then_clears_then_quits(seat: Seat) -> None:
    seat.engine.channels.turn(seat.general, "claude")
    await seat.type("draft")
    await seat.press("ctrl+c")
    assert ("cancel", seat.general) in seat.engine.asked
    assert "cancelling…" in seat.shown
    seat.engine.channels.turn(seat.general)
    await seat.press("ctrl+c")
    assert "› draft" not in seat.shown
    await seat.press("up")
    assert "› draft" in seat.shown
    await seat.press("ctrl+c", "ctrl+c")
    assert "Ctrl+C again quits" in seat.shown
    assert seat.pilot.app.is_running
    await seat.pilot.press("ctrl+c")
    assert seat.pilot.app._exit


async def test_another_key_between_makes_the_next_ctrl_c_the_first_again(seat: Seat) -> None:
    await seat.press("ctrl+c", "x", "backspace", "ctrl+c")
    assert not seat.pilot.app._exit


async def test_a_second_esc_stops_the_answer_a_key_between_does_not(seat: Seat) -> None:
    seat.engine.channels.turn(seat.general, "claude")
    await seat.press("escape")
    assert "Esc stop" in seat.shown
    await seat.press("x", "escape")
    assert ("cancel", seat.general) not in seat.engine.asked
    await seat.press("escape")
    assert ("cancel", seat.general) in seat.engine.asked


async def test_a_request_is_answered_only_after_alt_a(seat: Seat) -> None:
    id = seat.engine.channels.ask(seat.general, "rm -rf build/", rejections=1)
    await seat.settle()
    for words in (
        "claude wants to run",
        "rm -rf build/",
        "1 Allow",
        "3 Reject",
        "refused 1×",
        "Alt+A to answer",
    ):
        assert words in seat.shown
    await seat.type("always 1")
    assert seat.focused == "Composer"
    assert "› always 1" in seat.shown
    await seat.press("alt+a")
    assert "1…9, a…z answer" in seat.shown
    seat.chat._desk.card._settled = 0.0
    await seat.press("3")
    assert ("answer_permission", id, "no") in seat.engine.asked
    assert "claude wants to run" not in seat.shown
    assert seat.focused == "Composer"


async def test_esc_leaves_the_request_waiting_and_the_draft_alone(seat: Seat) -> None:
    seat.engine.channels.ask(seat.general, "make")
    await seat.type("draft")
    await seat.press("alt+a", "escape")
    assert seat.focused == "Composer"
    assert "claude wants to run" in seat.shown
    assert "› draft" in seat.shown


async def test_a_request_elsewhere_is_seen_and_alt_a_leads_there_and_back(seat: Seat) -> None:
    parser = seat.engine.channels.add("parser", "The parser", ("gemini",))
    await seat.press("x")
    seat.engine.channels.ask(parser.id, "make world", agent="gemini")
    await seat.settle()
    assert "gemini asks in #parser" in seat.shown
    assert "Alt+A next waiting" in seat.shown
    await seat.press("alt+a")
    assert "make world" in seat.shown
    assert "The parser" in seat.shown
    assert seat.focused == "PermissionCard"
    seat.chat._desk.card._settled = 0.0
    await seat.press("1", "alt+a")
    assert "Everybody" in seat.shown
    assert "› x" in seat.shown


async def test_unread_is_counted_elsewhere_and_gone_when_it_was_seen(seat: Seat) -> None:
    parser = seat.engine.channels.add("parser", "The parser", ("gemini",))
    seat.engine.channels.say(parser.id, "one", "gemini")
    seat.engine.channels.say(parser.id, "two", "gemini")
    await seat.settle()
    line = next(row for row in seat.rows() if "# parser" in row)
    assert line[:24].split() == ["#", "parser", "2"]
    await seat.press("alt+a")
    assert "two" in seat.shown
    line = next(row for row in seat.rows() if "# parser" in row[:24])
    assert line[:24].split() == ["#", "parser"]


async def test_drafts_stay_with_their_channels(seat: Seat) -> None:
    seat.engine.channels.add("parser", "The parser", ())
    await seat.type("for all")
    await seat.press("alt+down")
    assert "The parser" in seat.shown
    assert "for all" not in seat.shown
    await seat.type("other")
    await seat.press("alt+1")
    assert "› for all" in seat.shown
    assert seat.engine.channels.draft(seat.engine.channels.list()[1].id) == "other"


async def test_a_direct_conversation_is_made_when_it_is_opened_first(seat: Seat) -> None:
    assert "@ gemini" in seat.shown
    await seat.press("alt+3")
    assert seat.engine.asked == [("direct", "gemini")]
    assert "about gemini" in seat.shown
    assert sum("@ gemini" in row[:24] for row in seat.rows()) == 1


async def test_states_of_agents_are_told_in_words(seat: Seat) -> None:
    seat.engine.agents.become("claude", AgentState.BUSY)
    seat.engine.agents.become("gemini", AgentState.ERROR, "gemini was not found")
    await seat.settle()
    assert "1 of 3 running" in seat.shown
    assert next(row for row in seat.rows() if "@ claude" in row)[:24].split()[-1] == "busy"
    assert next(row for row in seat.rows() if "@ gemini" in row)[:24].split()[-1] == "error"


async def test_the_switcher_leads_anywhere_by_a_few_letters(seat: Seat) -> None:
    seat.engine.channels.add("parser", "The parser", ())
    await seat.press("ctrl+k")
    assert "Where to?" in seat.shown
    await seat.type("prs")
    await seat.press("enter")
    assert "The parser" in seat.shown
    await seat.press("ctrl+k", "escape")
    assert seat.focused == "Composer"


async def test_the_switcher_puts_a_command_into_the_message(seat: Seat) -> None:
    seat.engine.channels.offered["gemini"] = (Command(name="memory", description="Show the memory"),)
    await seat.press("ctrl+k")
    await seat.type("memory")
    await seat.press("enter")
    assert "› /gemini:memory" in seat.shown


async def test_commands_are_completed_with_their_hint(seat: Seat) -> None:
    seat.engine.channels.offered["claude"] = (
        Command(name="plan", description="Make a plan", hint="[topic]"),
    )
    await seat.type("/claude:pl")
    assert "/claude:plan [topic]" in seat.shown
    assert "Make a plan" in seat.shown
    await seat.press("tab")
    assert "› /claude:plan" in seat.shown
    assert "Make a plan" not in seat.shown


async def test_files_are_completed_from_the_agents_folder(seat: Seat, tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "parser.py").write_text("")
    await seat.type("look at $prs")
    await seat.until("src/parser.py")
    await seat.press("tab")
    assert "› look at $src/parser.py" in seat.shown


async def test_a_click_in_the_list_opens_the_conversation(seat: Seat) -> None:
    row = next(y for y, text in enumerate(seat.rows()) if "@ gemini" in text)
    await seat.pilot.click(offset=(6, row))
    await seat.settle()
    assert "about gemini" in seat.shown
    assert seat.focused == "Composer"


async def test_a_channel_deleted_while_one_writes_in_it_leaves_no_error(seat: Seat) -> None:
    await seat.type("half a thought")
    seat.engine.channels.add("other", "The other", ())
    await seat.engine.channels.delete(seat.general)
    await seat.settle()
    assert "The other" in seat.shown
    assert "!" not in seat.shown


async def test_the_palette_has_every_action_and_does_it(seat: Seat) -> None:
    await seat.choose("create a")
    assert "A new channel" in seat.shown
    await seat.press("enter", "enter")
    assert "a channel needs a name" in seat.shown
    await seat.type("plans")
    await seat.press("enter")
    await seat.type("What to do")
    await seat.press("enter")
    assert ("create", "plans", "What to do") in seat.engine.asked
    assert "# plans   What to do" in seat.shown


async def test_a_channel_is_deleted_only_after_a_yes(seat: Seat) -> None:
    parser = seat.engine.channels.add("parser", "", ())
    await seat.press("alt+2")
    await seat.choose("delete")
    assert "Delete #parser with its whole history?" in seat.shown
    await seat.press("n")
    assert ("delete", parser.id) not in seat.engine.asked
    await seat.choose("delete")
    await seat.press("y")
    assert ("delete", parser.id) in seat.engine.asked
    assert "# parser" not in seat.shown
    assert "Everybody" in seat.shown


async def test_agents_are_invited_and_removed(seat: Seat) -> None:
    await seat.choose("invite")
    await seat.type("gui")
    await seat.press("enter")
    assert ("add_member", seat.general, "guide") in seat.engine.asked
    assert "guide ○" in seat.shown
    await seat.choose("remove an")
    await seat.type("gem")
    await seat.press("enter")
    assert ("remove_member", seat.general, "gemini") in seat.engine.asked
    assert "gemini ○" not in seat.shown


async def test_what_makes_no_sense_in_a_direct_conversation_is_said(seat: Seat) -> None:
    await seat.press("alt+2")
    await seat.choose("invite")
    assert "A direct conversation has one member" in seat.shown


async def test_the_log_follows_and_shows_foreign_text_as_text(seat: Seat) -> None:
    seat.engine.agents.log("claude", "first")
    await seat.press("alt+l")
    seat.engine.agents.log("claude", "\x1b[31mred[/] [@click=app.quit]x")
    await seat.settle()
    assert "Log of claude" in seat.shown
    assert "first" in seat.shown
    assert "␛[31mred[/] [@click=app.quit]x" in seat.shown
    await seat.press("alt+l")
    assert "Log of claude" not in seat.shown


async def test_search_finds_in_the_channel_and_tab_everywhere(seat: Seat) -> None:
    parser = seat.engine.channels.add("parser", "The parser", ())
    seat.engine.channels.say(seat.general, "a needle here", "claude")
    seat.engine.channels.say(parser.id, "a needle there", "gemini")
    await seat.press("ctrl+f")
    await seat.type("needle")
    assert "1 found" in seat.shown
    await seat.press("tab")
    assert "#parser gemini" in seat.shown
    await seat.press("enter")
    assert "The parser" in seat.shown
    assert "a needle there" in seat.shown


async def test_what_was_found_far_back_is_shown_and_the_end_is_one_key_away(seat: Seat) -> None:
    seat.engine.channels.say(seat.general, "the needle", "claude")
    for number in range(150):
        seat.engine.channels.say(seat.general, f"hay {number}", "claude")
    await seat.press("ctrl+f", "tab")
    await seat.type("needle")
    await seat.press("enter")
    assert "the needle" in seat.shown
    assert "hay 149" not in seat.shown
    seat.engine.channels.say(seat.general, "newer", "claude")
    await seat.settle()
    assert "newer" not in seat.shown
    await seat.press("alt+end")
    assert "hay 149" in seat.shown
    assert "newer" in seat.shown


async def test_older_messages_come_as_one_scrolls_to_them(seat: Seat) -> None:
    for number in range(150):
        seat.engine.channels.say(seat.general, f"number {number}", "claude")
    await seat.press("alt+2", "alt+1", "alt+home")
    await seat.press("alt+home")
    assert "number 0" in seat.shown


async def test_the_cursor_among_the_messages_copies_and_quotes(seat: Seat) -> None:
    seat.engine.channels.say(seat.general, "words of wisdom", "claude")
    await seat.settle()
    await seat.press("ctrl+up")
    assert "opens or folds" in seat.shown
    await seat.press("y")
    assert seat.pilot.app.clipboard == "words of wisdom"
    await seat.press("q")
    assert "› > words of wisdom" in seat.shown
    assert seat.focused == "Composer"


async def test_a_conversation_is_exported_and_no_file_written_over(seat: Seat, tmp_path: Path) -> None:
    seat.engine.channels.say(seat.general, "words of wisdom", "claude")
    path = tmp_path / "talk.md"
    for _ in range(2):
        await seat.choose("export")
        await seat.press("ctrl+u")
        await seat.type(str(path))
        await seat.press("enter")
        await seat.until(str(path))
    assert "words of wisdom" in path.read_text()
    await seat.until("choose another name")


async def test_every_action_of_the_table_is_done_by_somebody(seat: Seat) -> None:
    settings = {action.id for action in of_place(Place.SETTINGS) if action.in_palette}
    assert set(seat.chat._actions) == {action.id for action in of_place(Place.APP)} | settings


async def test_help_shows_the_keys_that_act_here(seat: Seat) -> None:
    await seat.press("f1")
    assert "Keys that act here" in seat.shown
    assert "Shift+Enter, Alt+Enter" in seat.shown
    await seat.press("escape")
    await seat.type("?")
    assert "› ?" in seat.shown


async def test_ctrl_g_shows_letters_and_leads_to_the_agents(seat: Seat) -> None:
    await seat.press("ctrl+g")
    assert "a agents" in seat.shown
    await seat.press("a")
    assert "s start" in seat.shown
    await seat.press("s")
    assert ("start", "claude") in seat.engine.asked
    await seat.press("j", "enter")
    assert "about gemini" in seat.shown
    assert ("direct", "gemini") in seat.engine.asked


async def test_a_request_is_seen_from_the_agents_screen_and_one_key_away(seat: Seat) -> None:
    await seat.choose("agents")
    seat.engine.channels.ask(seat.general, "make world")
    await seat.settle()
    assert "claude asks in #general" in seat.shown
    await seat.press("alt+a")
    assert "make world" in seat.shown
    assert seat.focused == "PermissionCard"


async def test_bare_leaves_only_the_conversation(seat: Seat) -> None:
    await seat.press("alt+b")
    assert "CHANNELS" not in seat.shown
    await seat.press("alt+b")
    assert "CHANNELS" in seat.shown


async def test_a_draft_is_there_again_after_a_restart(engine: FakeEngine) -> None:
    async with sit(engine) as seat:
        await seat.type("half a thought")
        app = seat.pilot.app
    await app.close_engine()
    async with sit(engine) as seat:
        assert "› half a thought" in seat.shown
    assert engine.closed


async def test_without_a_channel_a_message_is_kept_and_it_is_said(tmp_path: Path) -> None:
    engine = FakeEngine(tmp_path, agents=())
    await engine.channels.delete(engine.channels.list()[0].id)
    async with sit(engine) as seat:
        await seat.type("hello\n")
        assert "There is no channel yet" in seat.shown
        assert "› hello" in seat.shown


async def test_problems_are_told_in_one_line_and_all_on_demand(engine: FakeEngine) -> None:
    engine.config.problem(3, 5, "unknown key agnets, did you mean agents?")
    engine.config.problem(9, 1, "two agents are called claude")
    async with sit(engine) as seat:
        assert "config.yaml:3:5: unknown key agnets" in seat.shown
        assert "and 1 more" in seat.shown
        await seat.choose("problems")
        assert "config.yaml:9:1: two agents are called claude" in seat.shown


async def test_a_theme_that_does_not_exist_is_told(engine: FakeEngine) -> None:
    engine.config.status = replace(engine.config.status, theme="[b]pink")
    async with sit(engine) as seat:
        assert "theme: there is no theme [b]pink" in seat.shown


async def test_a_history_in_memory_is_told_with_its_reason(engine: FakeEngine) -> None:
    engine.config.status = replace(engine.config.status, history_problem="another Sidekicks uses it")
    async with sit(engine) as seat:
        assert "The history is kept in memory only: another Sidekicks uses it" in seat.shown


async def test_the_first_start_tells_where_the_configuration_is(engine: FakeEngine) -> None:
    engine.config.status = replace(engine.config.status, created=True, path="/home/ann/config.yaml")
    async with sit(engine) as seat:
        assert "Your configuration is /home/ann/config.yaml" in seat.shown
        await seat.type("x")
        assert "Your configuration is" not in seat.shown


async def test_a_fault_in_the_background_is_one_line(seat: Seat) -> None:
    seat.engine.happen(EngineFault(sentence="The log of claude cannot be written"))
    await seat.settle()
    assert "The log of claude cannot be written" in seat.shown
    await seat.type("x")
    assert "cannot be written" in seat.shown
    await seat.press("escape")
    assert "cannot be written" not in seat.shown


async def test_foreign_names_and_texts_are_shown_literally(seat: Seat) -> None:
    evil = "[@click=app.quit]x[/] [b + [/"
    seat.engine.channels.add(evil, evil, ())
    seat.engine.refuses = UsageError(evil)
    await seat.press("alt+2")
    assert f"# {evil}" in seat.shown
    await seat.type("hi")
    await seat.press("enter")
    assert f"! {evil}" in seat.shown


async def test_the_keys_of_the_configuration_hold(engine: FakeEngine) -> None:
    keys = {"app.switch": "ctrl+r", "app.log": "alt+a"}
    engine.config.settings = replace(engine.config.settings, keys=keys)
    async with sit(engine) as seat:
        assert "Ctrl+R switch" in seat.shown
        assert "keys: Alt+A of app.log is already the key of app.next_waiting" in seat.shown
        await seat.press("ctrl+r")
        assert "Where to?" in seat.shown


async def test_a_bug_in_a_command_is_one_line_and_the_screen_goes_on(seat: Seat, monkeypatch) -> None:
    async def broken(_channel: str, _text: str) -> str:
        raise KeyError("oops")

    monkeypatch.setattr(seat.engine.channels, "send", broken)
    await seat.type("hello")
    await seat.press("enter")
    assert "This should not happen: 'oops'" in seat.shown
    await seat.type("x")
    assert "› x" in seat.shown


async def test_narrow_terminals_fold_the_list_and_lose_nothing(
    engine: FakeEngine,
) -> None:
    async with sit(engine, 80, 24) as seat:
        assert "CHANNELS" not in seat.shown
        assert seat.row(1).split() == ["#general", "@claude", "@gemini", "@guide"]
        await seat.type("kept")
        await seat.pilot.resize_terminal(40, 20)
        await seat.settle()
        assert "Sidekicks" not in seat.shown
        assert "#general" not in seat.shown
        assert "› kept" in seat.shown
        await seat.pilot.resize_terminal(120, 40)
        await seat.settle()
        assert "CHANNELS" in seat.shown
        assert "› kept" in seat.shown


async def test_an_empty_conversation_tells_what_to_write_and_who_is_here(seat: Seat) -> None:
    assert "mention who shall answer" in seat.shown
    assert "about claude" in seat.shown
    await seat.press("alt+3")
    assert "Write a message below; gemini answers." in seat.shown
    await seat.type("hello")
    await seat.press("enter")
    assert "Write a message below" not in seat.shown


async def test_an_empty_channel_without_members_names_who_may_join(seat: Seat) -> None:
    seat.engine.channels.add("parser", "The parser", ())
    await seat.press("alt+2")
    assert "Nobody is here yet" in seat.shown
    assert "@guide" in seat.shown


async def test_alt_a_goes_to_a_mention_before_what_is_only_unread(seat: Seat) -> None:
    channels = seat.engine.channels
    parser, lexer = channels.add("parser", "The parser", ()), channels.add("lexer", "The lexer", ())
    channels.say(parser.id, "done, and `@you` is code", "gemini")
    channels.say(lexer.id, "@you: which of them?", "gemini")
    await seat.settle()
    assert next(row for row in seat.rows() if "# lexer" in row)[:24].split()[-1] == "@1"
    await seat.press("alt+a")
    assert "The lexer" in seat.shown
    await seat.press("alt+a")
    assert "The parser" in seat.shown
    await seat.press("alt+a")
    assert "Everybody" in seat.shown


async def test_everything_is_marked_as_read(seat: Seat) -> None:
    parser = seat.engine.channels.add("parser", "The parser", ())
    seat.engine.channels.say(parser.id, "one", "gemini")
    await seat.settle()
    assert "Alt+A next waiting" in seat.shown
    await seat.choose("mark every")
    assert seat.engine.channels.unread(parser.id) == 0
    assert "Alt+A next waiting" not in seat.shown


async def test_a_line_stands_above_what_came_while_one_was_elsewhere(seat: Seat) -> None:
    parser = seat.engine.channels.add("parser", "The parser", ())
    await seat.press("alt+2")
    seat.engine.channels.say(seat.general, "old", "claude")
    await seat.press("alt+1", "alt+2")
    seat.engine.channels.say(seat.general, "new", "claude")
    await seat.press("alt+1")
    rows = [row[24:].strip(" │┃") for row in seat.rows()]
    line = next(place for place, row in enumerate(rows) if row.startswith("──") and " new " in row)
    assert rows.index("old") < line < rows.index("new")
    assert parser.id
