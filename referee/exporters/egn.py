"""A match as Euchre Game Notation 1.4, which other euchre tools read. What EGN cannot express is refused or put in annotations.

EGN knows one bid per deal without its height, and a first lead from the dealer's left: bids, rulings and points are
annotations, and where another seat led, EGN's dealer is the seat at the leader's right, with the true dealer in an
annotation. The last annotation of a deal's bidding holds, in the tags of the notation, what `referee.importing.egn`
needs to read the deal back (docs/notation.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from referee.exporters.source import NotExportable, Source
from referee.exporters.txt import tagged_deals
from referee.exporters.words import anchor_of, players_of, result_text, rules_text, rulings_with_texts
from referee.game.state import Contract, Deal, Trick, first_leader
from referee.game.timeline import Timeline
from referee.i18n import event_text, line_text, text
from referee.projections.deals import deal_view, line_view
from referee.projections.seating import seating
from referee.projections.views import ClaimView
from referee.rules.cards import JOKER, Card
from referee.rules.moves import Discarded, Passed
from referee.rules.options import Rules
from referee.rules.seats import SEATS, TEAMS, Seat
from referee.rules.trump import Trump

Rulings = list[tuple[ClaimView, str]]
VERSION, LARGEST = "1.4", 100
ANALYSIS = ("callAnnotations", "playAnnotations", "alternativeLines")
ROUND = ["Pass"] * 4
UP_CARDS = (
    "9s",
    "9h",
)  # EGN must have a card turned up, of another suit than the one named: no more than a place holder
LONGEST, MOST = 1024, 50


def egn(source: Source) -> Iterator[bytes]:
    """The document, indented for readability; raises NotExportable before the first byte."""
    rulings = rulings_with_texts(source.timeline(), source.lang, source.hidden)
    document = egn_document(source.known(), source.lang, rulings)
    return iter((orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n",))


def egn_document(timeline: Timeline, lang: str, rulings: Rulings | None = None) -> dict[str, Any]:
    """The whole file as plain JSON values; the rulings with their sentences, unless given, are the match's own."""
    match, rules = timeline.match, timeline.match.rules
    deals = (*match.past, match.deal)
    _possible(rules, deals)
    writer = _Writer(timeline, lang, rulings_with_texts(timeline, lang) if rulings is None else rulings)
    return {
        "fileType": "Euchre Game Notation",
        "version": VERSION,
        "metadata": _metadata(timeline, lang),
        "deals": [writer.deal(deal) for deal in deals],
    }


def baseline_hash(document: Mapping[str, Any]) -> str:
    """EGN's own hash of a game: SHA-256 of compact JSON with sorted keys, without annotations and whatever is empty."""
    return hashlib.sha256(orjson.dumps(_baseline(document), option=orjson.OPT_SORT_KEYS)).hexdigest()


def _baseline(value: Any) -> Any:
    if isinstance(value, list):
        return [one for one in map(_baseline, value) if one not in ([], {})]
    if isinstance(value, Mapping):
        kept = {name: _baseline(one) for name, one in value.items() if name not in ANALYSIS}
        return {name: one for name, one in kept.items() if one not in ([], {})}
    return value


def _possible(rules: Rules, deals: tuple[Deal, ...]) -> None:
    """Raises NotExportable for what a reader of EGN would replay wrongly."""
    if rules.decks == 2:
        raise NotExportable("egn", "double-deck")
    if len(deals) > LARGEST:
        raise NotExportable("egn", "too-many-deals", deals=len(deals), most=LARGEST)
    for deal in deals:
        if deal.trump is Trump.LOW:
            raise NotExportable("egn", "no-trump-low", deal=deal.number)


def _metadata(timeline: Timeline, lang: str) -> dict[str, Any]:
    match, rules = timeline.match, timeline.match.rules
    opening, players = match.opening, players_of(timeline)
    metadata: dict[str, Any] = {
        "gameId": timeline.recorded.match,
        "title": text("sheet.title", lang)[:128],
        "description": _description(timeline, lang)[:LONGEST],
        "date": timeline.opened_at,
        "players": [players[seat.value] or seat.value for seat in SEATS],
        "initialScore": [opening.initial_score[team] for team in TEAMS],
    }
    if rules.target is not None:  # a ruleset must name the winning score
        metadata["ruleset"] = {
            "std": rules.all_pass == "stick-the-dealer",
            "winning_score": rules.target,
            "joker": rules.joker,
            "partners_best": rules.ask_cards > 0,
            "allow_no_trump": rules.no_trump != "none",
        }
    if match.closed and not match.abandoned:
        metadata["finalScore"] = [match.score.ns, match.score.ew]
    return metadata


def _description(timeline: Timeline, lang: str) -> str:
    """What EGN cannot express: the kind of game, its rules and length, and how it ended."""
    told = text("export.egn.description", lang, result=result_text(timeline, lang), anchor=anchor_of(timeline))
    return f"{told}. {rules_text(timeline, lang)}."


def egn_card(card: Card | None) -> str:
    """`9h` for 9H, `B` for the joker, `Xx` for a card that nobody has seen."""
    if card is None:
        return "Xx"
    return "B" if card == JOKER else str(card)[0] + str(card)[1].lower()


def egn_lead(dealer: Seat, contract: Contract) -> Seat:
    """Who leads to the first trick by EGN's rules (`loner_lead` LEFT_OF_DEALER)."""
    return dealer.partner if contract.sitting_out is dealer.left else dealer.left


class _Writer:
    """Writes the deals of one match."""

    def __init__(self, timeline: Timeline, lang: str, rulings: Rulings) -> None:
        self.match, self.lang = timeline.match, lang
        self.seats = seating(timeline)
        self.rulings = rulings
        self.header, self.tags = tagged_deals(timeline)

    def deal(self, deal: Deal) -> dict[str, Any]:
        """One deal: the bidding with its annotations, and the tricks that a reader of EGN will replay correctly."""
        tricks = replayable(deal, self.match.rules)
        dealer = self._dealer(deal, tricks)
        bidding, play = self._bidding(deal, dealer, tricks), self._play(deal, tricks)
        return {
            "dealNumber": deal.number - 1,
            "initialState": {"dealer": SEATS.index(dealer), "upCard": UP_CARDS[deal.trump is Trump.SPADES]},
            "phases": [bidding, play] if tricks else [bidding],
        }

    def _dealer(self, deal: Deal, tricks: list[Trick]) -> Seat:
        """The dealer, or the seat to the leader's right if EGN would otherwise have another seat lead."""
        if not tricks or deal.contract is None:
            return deal.dealer
        leader = tricks[0].plays[0].seat
        expected = egn_lead(deal.dealer, deal.contract)
        return deal.dealer if leader is expected else leader.partner.left

    def _bidding(self, deal: Deal, dealer: Seat, tricks: list[Trick]) -> dict[str, Any]:
        calls = self._calls(deal, dealer)
        phase: dict[str, Any] = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls}
        if deal.sitting_out:
            phase["isAlone"] = True
        for move in deal.moves:
            if isinstance(move, Discarded) and move.card and dealer is deal.dealer:
                phase["discard"] = egn_card(move.card)
            if isinstance(move, Passed) and move.size:
                phase.setdefault("cardExchanges", []).append(_exchange(move))
        sentences = [one[:LONGEST] for one in self._sentences(deal, tricks)]
        coded = list(self._coded(deal))
        phase["callAnnotations"] = {str(max(0, len(calls) - 1)): sentences[: MOST - len(coded)] + coded}
        return phase

    def _coded(self, deal: Deal) -> Iterator[str]:
        """What EGN cannot express, in tags to be read back: in the first deal also the rules; as few annotations as hold them."""
        held = ""
        for tag in (*(self.header if deal.number == 1 else ()), *self.tags[deal.number]):
            if held and len(held) + len(tag) >= LONGEST:
                yield held
                held = ""
            held = f"{held} {tag}".lstrip()
        yield held

    def _calls(self, deal: Deal, dealer: Seat) -> list[str]:
        """All pass in EGN's first round (there is no card to order up); in the second the maker names trump."""
        if deal.maker is None:
            return ROUND * 2 if deal.calls else []
        before = (SEATS.index(deal.maker) - SEATS.index(dealer) - 1) % 4
        named = {None: "x", Trump.HIGH: "n"}.get(deal.trump) or str(deal.trump and deal.trump.value).lower()
        return ROUND + ["Pass"] * before + [named]

    def _sentences(self, deal: Deal, tricks: list[Trick]) -> Iterator[str]:
        """What EGN cannot express, as text: true dealer, auction, contract, what is missing, points, other rulings."""
        names = {seat.value: name for seat, name in self.seats.during(deal.number).items()}
        view, facts = deal_view(deal, self.match.rules), {"players": names}
        yield event_text("deal-started", {"deal": deal.number, "dealer": deal.dealer.value}, facts, self.lang)
        if view["discard"]:
            yield event_text("dealer-discarded", view["discard"], facts, self.lang)
        for call in view["bids"]:
            yield event_text("bid-made", call, facts, self.lang)
        if deal.maker and deal.bid:
            contract = {"maker": deal.maker.value, "bid": deal.bid, "trump": view["trump"]}
            yield event_text("contract-declared", contract, facts, self.lang)
        if len(tricks) < len(deal.tricks) or (
            view["result"] and len(tricks) < self.match.rules.all_tricks and deal.maker
        ):
            yield text("export.egn.until", self.lang, trick=len(tricks) + 1)
            yield event_text("tricks-counted", view["tricks_taken"], facts, self.lang)
        if view["result"] and view["result"]["thrown_in"]:
            yield event_text("deal-thrown-in", {"reason": view["result"]["thrown_in"]}, facts, self.lang)
        if view["result"] and view["result"]["lost_by"]:
            lost = {"reason": "renege", "lost_by": view["result"]["lost_by"]}
            yield event_text("deal-thrown-in", lost, facts, self.lang)
        yield from (line_text(line_view(line), view, names, self.lang) for line in deal.lines)
        for claim, sentence in self.rulings:
            if claim["deal"] == deal.number and self._place(claim, tricks) is None:
                yield sentence

    def _play(self, deal: Deal, tricks: list[Trick]) -> dict[str, Any]:
        phase: dict[str, Any] = {
            "phaseNumber": 1,
            "type": "TRICK_PLAY",
            "tricks": [[egn_card(play.card) for play in trick.plays] for trick in tricks],
        }
        annotations: dict[str, list[str]] = {}
        for claim, sentence in self.rulings:
            place = self._place(claim, tricks) if claim["deal"] == deal.number else None
            if place is not None:
                annotations.setdefault(str(place), []).append(sentence[:LONGEST])
        if annotations:
            phase["playAnnotations"] = {index: sentences[:MOST] for index, sentences in annotations.items()}
        return phase

    def _place(self, claim: Mapping[str, Any], tricks: list[Trick]) -> int | None:
        """The index, over all plays of the deal, of the card that a ruling is about."""
        version = (claim["facts"] or {}).get("played_version")
        plays = [play for trick in tricks for play in trick.plays]
        return next((index for index, play in enumerate(plays) if version and play.version == version), None)


def _exchange(move: Passed) -> dict[str, Any]:
    cards = [egn_card(card) for card in move.cards] if move.cards is not None else ["Xx"] * move.size
    return {"sender": SEATS.index(move.giver), "receiver": SEATS.index(move.giver.partner), "cards": cards}


def replayable(deal: Deal, rules: Rules) -> list[Trick]:
    """The first tricks of a deal that EGN's rules replay seat by seat: all cards known, each led by the last winner."""
    if deal.contract is None or deal.trump is None:
        return []
    tricks: list[Trick] = []
    turn = first_leader(deal.dealer, deal.contract, rules)
    for trick in deal.tricks:
        if not trick.plays or not trick.winner or (tricks and trick.plays[0].seat is not turn):
            break  # a trick that is not complete would be filled up with other cards in EGN's binary form
        tricks.append(trick)
        turn = trick.winner
    return tricks
