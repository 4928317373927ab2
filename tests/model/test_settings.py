from pathlib import Path

from sidekicks_tui.model.settings import AgentSettings, ModelSettings, Settings


def test_an_agent_is_found_by_its_name() -> None:
    agents = tuple(AgentSettings(name=name, command=("x",), workspace=Path("/")) for name in "ab")
    settings = Settings(path=Path("/c.yaml"), agents=agents)
    assert settings.agent("b") is agents[1]
    assert settings.agent("c") is None


def test_a_model_is_handed_over_by_the_environment() -> None:
    assert ModelSettings().environment() == {}
    assert ModelSettings(name="qwen3").environment() == {}
    assert ModelSettings(base_url="http://h/v1", name="qwen3", key="KEY").environment() == {
        "SIDEKICKS_MODEL_URL": "http://h/v1",
        "SIDEKICKS_MODEL_NAME": "qwen3",
        "SIDEKICKS_MODEL_KEY": "KEY",
    }


def test_any_difference_makes_an_agent_outdated() -> None:
    agent = AgentSettings(name="a", command=("x",), workspace=Path("/"))
    assert agent == AgentSettings(name="a", command=("x",), workspace=Path("/"))
    assert agent != AgentSettings(name="a", command=("x",), workspace=Path("/"), env={"A": "1"})
