"""A deal of EGN in the binary form that its converter makes by itself: written from its description, to be read back."""

from __future__ import annotations

from typing import Any

SUITS = "shcd"
DECK = [rank + suit for rank in "9TJQKA" for suit in SUITS]


class Bits:
    """Bits as they are read."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def take(self, most: int) -> int:
        """A number of as many bits as `most` needs."""
        width = len(f"{most:b}")
        self.at += width
        return int(self.text[self.at - width : self.at], 2)


def bits(number: int, most: int) -> str:
    return f"{number:0{len(f'{most:b}')}b}"


def pack(deal: dict[str, Any]) -> str:
    """The bits of a deal; raises ValueError for a card that is not in the deck, as the converter does."""
    bidding, up = deal["phases"][0], deal["initialState"]["upCard"]
    has_discard = "discard" in bidding
    head = "0011" if has_discard else "0001"
    made = head + bits(deal["initialState"]["dealer"], 7 if has_discard else 3)
    made += bits(3, 7) + bits(0, 3) if has_discard else ""
    made += bits(DECK.index(up), len(DECK) - 1) + ("0" if has_discard else "") + bits(len(deal["phases"]), 7) + "0"
    others = [suit for suit in SUITS if suit != up[1]]
    for number, call in enumerate(bidding["calls"]):
        assert number >= 4 or call == "Pass"
        made += "0" if number < 4 else bits(0 if call == "Pass" else others.index(call) + 1, 3)
    alone = bidding.get("isAlone", False)
    made += "1" if alone else "0"
    made += "0" if alone and has_discard else ""
    made += "1" + bits(DECK.index(bidding["discard"]), len(DECK) - 1) if has_discard else ""
    made += notes(bidding.get("callAnnotations", {}))
    if len(deal["phases"]) > 1:
        play, left = deal["phases"][1], list(DECK)
        made += "1" + bits(len(play["tricks"]), 7)
        for card in (card for trick in play["tricks"] for card in trick):
            made += bits(left.index(card), len(left) - 1)
            left.remove(card)
        made += notes(play.get("playAnnotations", {}))
    return made + "0" + "1010"


def notes(annotations: dict[str, list[str]]) -> str:
    if not annotations:
        return "0"
    made = "1" + bits(len(annotations), 255)
    for place, texts in sorted(annotations.items(), key=lambda one: int(one[0])):
        made += bits(int(place), 255) + bits(len(texts), 255)
        for text in texts:
            made += bits(len(text.encode()), 65535) + "".join(bits(byte, 255).zfill(8) for byte in text.encode())
    return made


def unpack(text: str) -> dict[str, Any]:
    """What the converter makes of the bits again: dealer, calls, alone, tricks, and the texts."""
    read = Bits(text)
    has_discard = read.take(15) == 3
    dealer = read.take(7 if has_discard else 3)
    if has_discard:
        read.take(7), read.take(3)
    up = DECK[read.take(len(DECK) - 1)]
    if has_discard:
        assert read.take(1) == 0
    phases = read.take(7)
    assert read.take(1) == 0
    calls = ["Pass"] * 4
    assert not any(read.take(1) for _ in range(4))
    others = [suit for suit in SUITS if suit != up[1]]
    while len(calls) < 8 and (number := read.take(3)) == 0:
        calls.append("Pass")
    calls += [others[number - 1]] if number else []
    alone = bool(read.take(1))
    if alone and has_discard:
        assert read.take(1) == 0
    if has_discard:
        assert read.take(1) == 1
        read.take(len(DECK) - 1)
    texts = read_notes(read)
    tricks, left = [], list(DECK)
    if phases > 1:
        assert read.take(1) == 1
        for _ in range(read.take(7)):
            tricks.append([left.pop(read.take(len(left) - 1)) for _ in range(3 if alone else 4)])
        read_notes(read)
    assert (read.take(1), read.take(15)) == (0, 10) and read.at == len(text)
    return {"dealer": dealer, "calls": calls, "alone": alone, "tricks": tricks, "texts": texts}


def read_notes(read: Bits) -> list[str]:
    texts: list[str] = []
    if read.take(1):
        for _ in range(read.take(255)):
            read.take(255)
            for _ in range(read.take(255)):
                texts.append(bytes(read.take(255) for _ in range(read.take(65535))).decode())
    return texts
