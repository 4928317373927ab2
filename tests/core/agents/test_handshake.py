import asyncio

import pytest

from sidekicks_tui.core.agents.handshake import SignsOfLife, shake_hands
from sidekicks_tui.model.errors import StartError
from tests.core.agents.fakes import run


async def answer_after(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "hello"


async def talk_every(seconds: float, signs: SignsOfLife) -> None:
    while True:
        await asyncio.sleep(seconds)
        signs.heard("downloading")


def test_an_answer_in_time_is_the_outcome() -> None:
    async def scenario() -> str:
        return await shake_hands(answer_after(29), SignsOfLife())

    assert run(scenario()) == "hello"


def test_silence_ends_the_start() -> None:
    async def scenario() -> None:
        signs = SignsOfLife()
        with pytest.raises(StartError, match="30 s"):
            await shake_hands(answer_after(31), signs)
        assert asyncio.get_running_loop().time() == 30

    run(scenario())


def test_a_sign_of_life_counts_anew() -> None:
    async def scenario() -> str:
        signs = SignsOfLife()
        talking = asyncio.create_task(talk_every(25, signs))
        try:
            return await shake_hands(answer_after(80), signs)
        finally:
            talking.cancel()

    assert run(scenario()) == "hello"


def test_five_minutes_are_the_end_whatever_it_says() -> None:
    async def scenario() -> None:
        signs = SignsOfLife()
        talking = asyncio.create_task(talk_every(1, signs))
        with pytest.raises(StartError, match="300 s"):
            await shake_hands(answer_after(1000), signs)
        talking.cancel()
        assert asyncio.get_running_loop().time() == 300

    run(scenario())


def test_what_is_asked_is_withdrawn() -> None:
    async def scenario() -> None:
        withdrawn = asyncio.Event()

        async def never() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                withdrawn.set()

        with pytest.raises(StartError):
            await shake_hands(never(), SignsOfLife())
        await asyncio.sleep(0)
        assert withdrawn.is_set()

    run(scenario())
