"""Deals that many tests speak of. West deals, North makes diamonds; East holds back a spade in trick 2 and plays it in trick 4."""

from __future__ import annotations

AUCTION = "N:5 E:pass S:pass W:pass"
BEFORE = (AUCTION, "trump D")
T1 = "N:JD E:TD S:KD W:QD"
T2 = "N:AS E:QH S:9S W:JS"  # East reneges on spades
T3 = "N:9C E:KC S:QC W:AC"
T4 = "W:KS N:9D E:TS S:QS"  # the ten of spades proves it
T5 = "N:JH E:KH S:9H W:TC"
T6 = "N:AD E:JC S:TH W:AH"  # 5 tricks for North and South, 1 for East and West
DISPUTED = (*BEFORE, T1, T2, T3, T4)
WHOLE = (*DISPUTED, T5, T6)

T3_CLUBS = "N:9C E:KH S:QC W:AC"  # East reneges on clubs, too
T5_CLUBS = "N:JH E:KC S:9H W:TC"  # the king of clubs proves it
TWO_SUITS = (*BEFORE, T1, T2, T3_CLUBS, T4, T5_CLUBS)

T4_AGAIN = "W:KS N:9D E:KH S:QS"  # East reneges on spades once more
T5_AGAIN = "N:JH E:TS S:9H W:TC"  # the ten of spades proves both
SAME_SUIT = (*BEFORE, T1, T2, T3, T4_AGAIN, T5_AGAIN)

MOON = ("N:moon", "trump D", "N:JD E:TD W:QD", "N:AS E:QH W:JS", "N:9C E:KC W:AC", "W:KS N:9D E:TS")

HONEST_T2, HONEST_T4 = "N:AS E:TS S:9S W:JS", "W:KS N:9D E:QH S:QS"
HONEST = (*BEFORE, T1, HONEST_T2, T3, HONEST_T4)

TURNED_UP = "N:JD,TD,KD,QD N:AS,TS,9S,JS N:9C,KC,QC,AC W:KS,9D,QH,QS N:JH,KH,9H,TC N:AD,JC,TH,AH"  # the honest deal
