"""The options of a match as one value (docs/rulebook.md, Options): what each allows, and the presets as rows of differences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, ClassVar

Value = bool | int | str | None


class InvalidOption(ValueError):
    """An option that does not exist or a value that it does not allow; `option` and `allowed` say which."""

    def __init__(self, option: str, allowed: Any) -> None:
        super().__init__(f"{option}: {allowed}")
        self.option, self.allowed = option, allowed


class IncompatibleOptions(ValueError):
    """Two values of options that cannot be combined (V3.2, V6); `pair` names them."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} with {second}")
        self.pair = (first, second)


@dataclass(frozen=True)
class Choice:
    """An option that takes one of a few values, the default first."""

    values: tuple[Value, ...]

    @property
    def default(self) -> Value:
        return self.values[0]

    def allows(self, value: Any) -> bool:
        return any(type(value) is type(one) and value == one for one in self.values)

    def described(self) -> list[Value]:
        return list(self.values)


@dataclass(frozen=True)
class Number:
    """An option that takes a whole number from `low` to `high`, or null if `default` is None or `null` is True."""

    default: int | None
    low: int
    high: int
    null: bool = False

    @property
    def allows_null(self) -> bool:
        return self.null or self.default is None

    def allows(self, value: Any) -> bool:
        if value is None:
            return self.allows_null
        return type(value) is int and self.low <= value <= self.high

    def described(self) -> dict[str, Any]:
        return {"minimum": self.low, "maximum": self.high, "null": self.allows_null}


FLAG_OFF, FLAG_ON = Choice((False, True)), Choice((True, False))


def _option(kind: Choice | Number) -> Any:
    return field(default=kind.default, metadata={"kind": kind})


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one match, fixed when it opens (docs/rulebook.md, Options). The fields are in that order."""

    edition: ClassVar[int] = 2  # the edition of the rulebook: an old log is still judged by its own edition

    decks: int = _option(Choice((1, 2)))
    lowest_card: str = _option(Choice(("9", "J")))
    joker: bool = _option(FLAG_OFF)
    auction: str = _option(Choice(("once", "until-three-pass", "pass-is-final")))
    bid_names_trump: bool = _option(FLAG_OFF)
    minimum_bid: int = _option(Number(3, 1, 11))
    all_pass: str = _option(Choice(("redeal", "redeal-same-dealer", "stick-the-dealer")))
    plain_all: bool = _option(FLAG_OFF)
    ask_cards: int = _option(Number(1, 0, 3))
    ask_points: int = _option(Number(12, 0, 100))
    ask_no_trump: str = _option(Choice(("partners-choice", "no-exchange")))
    moon_points: int = _option(Number(24, 0, 100))
    moon_over_ask: bool = _option(FLAG_ON)
    no_trump: str = _option(Choice(("none", "high", "high-low")))
    first_lead: str = _option(Choice(("maker", "dealers-left")))
    identical_cards: str = _option(Choice(("first", "second")))
    alone_set_loss: str = _option(Choice(("bid", "points")))
    set_loss: int | None = _option(Number(None, 0, 100))
    stuck_loss: str = _option(Choice(("full", "half")))
    set_to: str = _option(Choice(("makers", "opponents")))
    made_score: str = _option(Choice(("tricks", "bid")))
    defender_tricks: str = _option(Choice(("always", "only-when-set", "never")))
    target: int | None = _option(Number(32, 1, 1000, null=True))
    deals: int | None = _option(Number(None, 1, 100))
    level: str = _option(Choice(("draw", "extra-deal")))
    win_on: str = _option(Choice(("any", "own-bid-or-set", "own-bid")))
    both_over: str = _option(Choice(("higher", "makers-first")))
    ace_no_face: str = _option(Choice(("off", "any-aces", "one-ace")))
    misdeal: str = _option(Choice(("same-dealer", "pass-left")))
    renege_points: int = _option(Number(2, 0, 100))
    renege_alone_points: int | None = _option(Number(None, 0, 100))
    renege_to: str = _option(Choice(("offender", "opponents", "both")))
    renege_count: str = _option(Choice(("each", "once-per-suit", "once-per-deal")))
    after_renege: str = _option(Choice(("play-on", "deal-ends", "deal-lost")))
    correct_until: str = _option(Choice(("next-lead", "next-play")))
    claim_window: str = _option(Choice(("match", "next-lead", "next-deal")))
    false_claim_points: int = _option(Number(0, 0, 100))
    referee_claims: bool = _option(FLAG_OFF)
    look_back: str = _option(Choice(("all", "last-trick", "none")))

    @property
    def all_tricks(self) -> int:
        """Tricks in a deal, and cards in a hand as dealt: 6, 12 with two decks, 8 with the short double pack
        (R1.2, V4.1, V6)."""
        return (6 if self.lowest_card == "9" else 4) * self.decks


OPTIONS: Mapping[str, Choice | Number] = MappingProxyType({f.name: f.metadata["kind"] for f in fields(Rules)})


@dataclass(frozen=True, slots=True)
class FirstEdition(Rules):
    """The rules of a match that was opened before the second edition: later options have their defaults, and
    are not in its log."""

    edition: ClassVar[int] = 1


SINCE_SECOND_EDITION = frozenset({
    "lowest_card", "auction", "bid_names_trump", "set_loss", "stuck_loss", "set_to", "made_score", "deals", "level",
    "look_back",
})  # fmt: skip

PRESETS: Mapping[str, Mapping[str, Value]] = MappingProxyType(
    {
        "classic": {},
        "stick-the-dealer": {"all_pass": "stick-the-dealer"},
        "ace-no-face": {"ace_no_face": "any-aces"},
        "joker": {"joker": True},
        "double-deck": {"decks": 2},
        "high-stakes": {"alone_set_loss": "points"},
        "tournament": {
            "renege_points": 4,
            "renege_to": "both",
            "after_renege": "deal-lost",
            "claim_window": "next-deal",
            "false_claim_points": 2,
            "look_back": "last-trick",
        },
        "club-round": {"target": None, "deals": 8},
        "double-deck-32": {
            "decks": 2,
            "lowest_card": "J",
            "bid_names_trump": True,
            "no_trump": "high",
            "target": None,
            "deals": 8,
        },
        "house-lost": {"after_renege": "deal-lost"},
        "double-deck-52": {
            "decks": 2,
            "no_trump": "high-low",
            "ask_cards": 3,
            "ask_points": 18,
            "target": 52,
            "win_on": "own-bid-or-set",
            "both_over": "makers-first",
        },
        "pepper": {
            "minimum_bid": 1,
            "ask_cards": 0,
            "plain_all": True,
            "moon_points": 12,
            "no_trump": "high",
            "target": 30,
            "auction": "until-three-pass",
            "set_loss": 6,
            "alone_set_loss": "points",
        },
    }
)


def rules_of(preset: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a preset with single options changed.

    Raises InvalidOption for a name or value that the table of options does not have (`minimum_bid` depends on the
    deck), and IncompatibleOptions for a pair that cannot be combined (V3.2, V6)."""
    if preset not in PRESETS:
        raise InvalidOption("preset", list(PRESETS))
    for name, value in options.items():
        if name not in OPTIONS:
            raise InvalidOption(name, list(OPTIONS))
        if not OPTIONS[name].allows(value):
            raise InvalidOption(name, OPTIONS[name].described())
    rules = replace(Rules(), **{**PRESETS[preset], **options})
    if rules.lowest_card == "J" and rules.decks == 1:
        raise IncompatibleOptions("lowest_card", "decks")
    if rules.minimum_bid > rules.all_tricks - 1:
        raise InvalidOption("minimum_bid", {"minimum": 1, "maximum": rules.all_tricks - 1, "null": False})
    for option in ("decks", "no_trump"):
        if rules.joker and getattr(rules, option) != OPTIONS[option].default:
            raise IncompatibleOptions("joker", option)
    return rules


def as_options(rules: Rules) -> dict[str, Value]:
    """Every option with its value, in the table's order, as stored in the first event and shown by the API."""
    return {name: getattr(rules, name) for name in OPTIONS}


def stored(rules: Rules) -> dict[str, Value]:
    """The options as the first event of a match holds them: all, or those that its edition knew."""
    options = as_options(rules)
    if rules.edition == 1:
        return {name: value for name, value in options.items() if name not in SINCE_SECOND_EDITION}
    return options


def read_stored(options: Mapping[str, Any]) -> Rules:
    """The rules that a first event holds: every option of one edition. Raises InvalidOption for any other set of them."""
    rules = rules_of("classic", options)
    if options.keys() == OPTIONS.keys():
        return rules
    if options.keys() == OPTIONS.keys() - SINCE_SECOND_EDITION:
        return FirstEdition(**as_options(rules))  # type: ignore[arg-type]
    raise InvalidOption("rules", list(OPTIONS))
