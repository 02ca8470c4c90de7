"""The end of a round and of a match, in sentences. ``{player}`` is the winner or the dealer, ``{team}`` the name of
the winners’ team."""

from games.wording.templates import ByReader, Plural

TITLES = {
    "round": ByReader("You win the round!", "{player} wins the round!"),
    "match": ByReader("You win the match!", "{player} wins the match!"),
    "only_round": ByReader("You win!", "{player} wins!"),
    "team_round": ByReader("Your team wins the round!", "Team {team} wins the round!"),
    "team_match": ByReader("Your team wins the match!", "Team {team} wins the match!"),
    "team_only_round": ByReader("Your team wins!", "Team {team} wins!"),
}
OWN_PLACE = "You come {place}."
ORDINALS = {4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth", 10: "tenth"}
"""The places below the podium."""
REMATCH = Plural("{names} wants a rematch.", "{names} want a rematch.")
REMATCH_YOURS = "You want a rematch."
REMATCH_OURS = "You and {names} want a rematch."
REMATCH_WAITS = "Waiting for {names}."
REMATCH_ASKS = "Will you play, too?"
REMATCH_WITHOUT = "The host can start without them in the lobby."
ENDED = "This game was ended before anyone had won."
NEXT_ROUND = {
    "pause": ByReader("Then you deal round {number}.", "Then {player} deals round {number}."),
    "pause_and_limit": ByReader(
        "Then you deal round {number}. The match goes to {limit} points.",
        "Then {player} deals round {number}. The match goes to {limit} points.",
    ),
    "match_goes_on": ByReader("Round {number} has begun. You dealt.", "Round {number} has begun. {player} dealt."),
    "match_has_limit": ByReader(
        "Round {number} has begun. You dealt. The match goes to {limit} points.",
        "Round {number} has begun. {player} dealt. The match goes to {limit} points.",
    ),
}
