"""Which tests hold which sentence of the second edition's rules (docs/rulebook.md): every sentence has one at least."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import ROOT

LAW = (ROOT / "docs" / "rulebook.md").read_text()
RULES = ["R2.4", "R4.6", "R7.5", "R8.2", "R8.4", "R9.4", "R9.5", "R9.6", "V6", "V7", "V8", "V9", "J2.10"]
BIDS, LOST, LENGTHS = "game/test_dealers_and_bids.py", "game/test_lost_deals.py", "game/test_lengths.py"
SCORES, AUCTION, RIGHTED = "rules/test_scoring.py", "rules/test_auction.py", "game/test_corrections.py"
SEEN, ANYWHERE, COUNTED = "http/test_withheld.py", "http/test_withheld_anywhere.py", "projections/test_statistics.py"

# The rule, the first words of the sentence, and its tests: a file under tests/ and functions in it.
ROWS = [
    ("R2.4", "Who dealt is", BIDS, ["the_auction_starts_at_the_new_dealers_left_and_the_next_deal_passes_on_from_there"]),
    ("R2.4", "Until the first call", BIDS, ["a_dealer_who_cannot_be", "it_is_an_entry_like_any_other"]),
    ("R2.4", "A dealer whom", BIDS, ["a_dealer_who_cannot_be", "cards_shown_before_may_stand"]),
    ("R4.6", "Tricks already taken", SEEN, ["which_tricks_may_be_looked_at"]),
    ("R4.6", "With the option", ANYWHERE, ["no_withheld_card_can_be_read"]),
    ("R4.6", "With the option", ANYWHERE, ["the_positions_withhold_something_in_every_kind_of_game"]),
    ("R4.6", "The referee rules", ANYWHERE, ["no_ruling_differs_from_the_same_match_without_it"]),
    ("R4.6", "The referee rules", SEEN, ["it_opens_up_when_the_deal_is_over_and_reopens_closed"]),
    ("R7.5", "With the option", LOST, ["when_the_deal_ends"]),
    ("R7.5", "Makers who offend", LOST, ["makers_who_renege_are_set_and_the_defenders_score_their_tricks_so_far"]),
    ("R7.5", "Defenders who offend", LOST, ["defenders_who_renege_score_no_tricks_and_the_makers_what_they_bid"]),
    ("R7.5", "Defenders who offend", LOST, ["an_ask_or_a_moon_is_awarded_its_points"]),
    ("R7.5", "The penalty comes", LOST, ["defenders_who_renege_score_no_tricks_and_the_makers_what_they_bid"]),
    ("R7.5", "Where a renege", LOST, ["a_claim_by_the_offenders_own_team_never_ends_the_deal_and_the_other_teams_does"]),
    ("R7.5", "For winning", LOST, ["a_deal_lost_by_the_makers_counts_as_a_set"]),
    ("R7.5", "For winning", LOST, ["a_deal_lost_by_the_defenders_counts_as_made"]),
    ("R7.5", "For winning", LOST, ["it_counts_as_made_where_both_are_over"]),
    ("R7.5", "If the card", LOST, ["proof_by_the_card_that_completes_the_deal_scores_it_as_played"]),
    ("R7.5", "A correction does", LOST, ["a_correction_does_not_revive_a_lost_deal_and_its_lines_follow_the_record"]),
    ("R7.5", "Of two reneges", LOST, ["of_two_reneges_proved_in_one_act_the_first_ruled_loses_the_deal"]),
    ("R8.2", "A maker’s team", SCORES, ["what_a_deal_scores"]),
    ("R8.2", "The option", SCORES, ["what_a_deal_scores"]),
    ("R8.4", "A maker’s team", SCORES, ["what_a_deal_scores"]),
    ("R8.4", "The option", SCORES, ["what_a_deal_scores"]),
    ("R8.4", "A dealer who", SCORES, ["what_a_stuck_dealer_loses"]),
    ("R8.4", "A team that", SCORES, ["what_a_deal_scores"]),
    ("R9.4", "With the option", LENGTHS, ["how_a_match_stands"]),
    ("R9.4", "With the option", LOST, ["a_deal_ended_by_a_renege_counts_and_a_thrown_in_one_does_not"]),
    ("R9.4", "The higher score", SCORES, ["how_a_match_is_decided"]),
    ("R9.4", "With a target", SCORES, ["how_a_match_is_decided"]),
    ("R9.4", "Level scores", SCORES, ["how_a_match_is_decided"]),
    ("R9.4", "With neither", SCORES, ["how_a_match_is_decided"]),
    ("R9.5", "A match that", LENGTHS, ["how_a_match_stands", "what_cannot_be"]),
    ("R9.5", "It counts", COUNTED, ["a_match_ended_early_counts_as_played_and_an_abandoned_one_not"]),
    ("R9.5", "Penalties and", LENGTHS, ["how_a_match_stands", "the_running_deal_keeps_what_is_known_of_it"]),
    ("R9.5", "Penalties and", SEEN, ["it_opens_up_when_the_deal_is_over_and_reopens_closed"]),
    ("R9.5", "An abandoned", COUNTED, ["a_match_ended_early_counts_as_played_and_an_abandoned_one_not"]),
    ("R9.6", "A closed match", "http/test_access.py", ["what_a_seat_may_record"]),
    ("R9.6", "A closed match", "test_cli.py", ["a_match_of_the_second_edition_is_verified_and_replayed_in_every_language"]),
    ("R9.6", "It stands", LENGTHS, ["a_reopened_match_stands_as_it_did_with_undo_and_redo"]),
    ("R9.6", "It stands", COUNTED, ["a_reopened_match_counts_for_nothing_until_it_is_closed_again"]),
    ("R9.6", "Undo and redo", LENGTHS, ["a_reopened_match_stands_as_it_did_with_undo_and_redo"]),
    ("R9.6", "Undo and redo", LENGTHS, ["reopening_keeps_names_and_is_not_undone"]),
    ("V6", "With the options", BIDS, ["low_cards_are_not_in_the_pack", "eight_tricks"]),
    ("V6", "With the options", "rules/test_cards.py", ["the_short_double_pack"]),
    ("V6", "Numbers go", AUCTION, ["the_bids_in_rising_order", "what_a_bid_undertakes"]),
    ("V6", "V4.2 holds", BIDS, ["identical_cards_of_the_short_pack"]),
    ("V7", "With the option", BIDS, ["the_bid_names_the_trump_of_the_deal"]),
    ("V7", "With the option", BIDS, ["a_bid_with_its_trump_only_where_it_names_one"]),
    ("V7", "Bids are", BIDS, ["bids_are_compared_by_their_number_alone", "the_bid_names_the_trump_of_the_deal"]),
    ("V8", "With the option", AUCTION, ["what_may_be_said_next", "whose_turn_it_is_to_call"]),
    ("V8", "With “the same", AUCTION, ["what_may_be_said_next", "whose_turn_it_is_to_call"]),
    ("V8", "Four passes", AUCTION, ["what_may_be_said_next"]),
    ("V8", "The auction still", AUCTION, ["what_may_be_said_next"]),
    ("V8", "The auction still", BIDS, ["when_it_ends"]),
    ("V9", "Some houses", "game/test_options.py", ["an_option_changes_what_it_should"]),
    ("V9", "“Loss of a failed bid”", SCORES, ["what_a_deal_scores"]),
    ("V9", "“Loss of a stuck dealer”", SCORES, ["what_a_stuck_dealer_loses"]),
    ("V9", "“Score of a made bid”", SCORES, ["what_a_deal_scores"]),
    ("V9", "“Who bears a failed bid”", SCORES, ["what_a_deal_scores"]),
    ("J2.10", "A ruling states", "rules/test_renege.py", ["the_facts_of_a_finding"]),
    ("J2.10", "It is kept", RIGHTED, ["a_concession_falls_when_a_correction_refutes_it"]),
    ("J2.10", "It changes only", RIGHTED, ["a_correction_supersedes_a_ruling_visibly"]),
    ("J2.10", "It changes only", RIGHTED, ["the_opposite_line_is_booked_in_the_current_deal"]),
    ("J2.10", "Withdrawn claims", RIGHTED, ["withdrawn_claims_never_change"]),
    ("J2.10", "A conceded claim", RIGHTED, ["a_concession_falls_when_a_correction_refutes_it"]),
    ("J2.10", "A conceded claim", RIGHTED, ["a_concession_falls_when_a_later_fact_refutes_it"]),
]  # fmt: skip


def sentences(rule: str) -> list[str]:
    """The sentences of a rule, its heading left out."""
    text = re.search(rf'<a id="{re.escape(rule)}"></a>(?:\*\*.*?\*\*|.*\n)\s*(.+)', LAW)
    assert text is not None
    return re.split(r"(?<=\.) (?=[A-Z“])", text[1])


@pytest.mark.parametrize("rule", RULES)
def test_every_sentence_has_a_test(rule: str) -> None:
    starts = [start for of, start, _, _ in ROWS if of == rule]
    found = {said: [start for start in starts if said.startswith(start)] for said in sentences(rule)}
    assert [said for said, rows in found.items() if not rows] == []
    assert {start for rows in found.values() for start in rows} == set(starts)
    assert all(len(set(rows)) == 1 for rows in found.values())


@pytest.mark.parametrize("file", sorted({row[2] for row in ROWS}))
def test_the_tests_are_there(file: str) -> None:
    text = (ROOT / "tests" / file).read_text()
    defined = set(re.findall(r"^def test_(\w+)\(", text, re.M))
    for rule, _, named, tests in ROWS:
        if named == file:
            assert set(tests) <= defined, rule
