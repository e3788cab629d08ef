"""The words in five languages: codes and facts come in, sentences go out, and nothing is decided."""

from referee.i18n.cards import bid_text, card_text, suit_text, trump_text
from referee.i18n.cases import case_text
from referee.i18n.catalogue import LANGUAGES, text
from referee.i18n.entries import event_text, length_text
from referee.i18n.lines import line_text
from referee.i18n.names import seat_text, team_text, who
from referee.i18n.negotiation import negotiate, of_environment, spoken
from referee.i18n.problems import problem_page, problem_texts
from referee.i18n.rulebook import RuleReply, RulesReply, rule_text, rules_document
from referee.i18n.rulings import ruling_text

__all__ = [
    "LANGUAGES",
    "RuleReply",
    "RulesReply",
    "bid_text",
    "card_text",
    "case_text",
    "event_text",
    "length_text",
    "line_text",
    "negotiate",
    "of_environment",
    "problem_page",
    "problem_texts",
    "rule_text",
    "rules_document",
    "ruling_text",
    "seat_text",
    "spoken",
    "suit_text",
    "team_text",
    "text",
    "trump_text",
    "who",
]
