//! Interpretations of the paper where it is ambiguous, and faults that its tables suggest.

use crosscram_players::{Key, Kind, Spec};

/// One interpretation of the paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// In one word.
    pub(super) name: &'static str,
    /// In a sentence.
    pub(super) about: &'static str,
    settings: fn(Kind) -> &'static [(Key, &'static str)],
}

/// The definitions with a sound search, and variants that come closer to the tables.
pub(super) const READINGS: [Reading; 4] = [
    Reading {
        name: "plain",
        about: "the definitions; whoever is to move begins in every rectangle; a sound search",
        settings: |_| &[],
    },
    Reading {
        name: "evaluator",
        about: "the same, but the evaluating bot begins in every rectangle, as in Figure 1",
        settings: |_| &[(Key::Begins, "evaluator")],
    },
    Reading {
        name: "faults",
        about: "plain, with two suspected faults: evaluations of even depths have the wrong sign, \
                and bots that swap equal moves take a bound of alpha-beta for an equal score",
        settings: |_| &[(Key::Even, "negated"), (Key::Ties, "bound")],
    },
    Reading {
        name: "fitted",
        about: "faults, and the evaluating bot begins in every rectangle for the four bots that \
                the tables rank last: chosen because it fits",
        settings: |kind| match kind {
            Kind::TotalVote
            | Kind::Majority
            | Kind::ProportionalOverlap
            | Kind::ProportionalSubgameOnly => &[
                (Key::Even, "negated"),
                (Key::Ties, "bound"),
                (Key::Begins, "evaluator"),
            ],
            _ => &[(Key::Even, "negated"), (Key::Ties, "bound")],
        },
    },
];

impl Reading {
    /// The player in this interpretation, with or without the nondeterminism of section 3.1.
    pub(super) fn apply(&self, spec: &Spec, lambda: bool) -> Spec {
        let lambda = (Key::Lambda, if lambda { "on" } else { "off" });
        let settings = (self.settings)(spec.kind()).iter().chain([&lambda]);
        settings.fold(spec.clone(), |spec, &(key, value)| {
            if !spec.kind().keys().contains(&key) {
                return spec;
            }
            let set = spec.with(key, value);
            set.unwrap_or_else(|error| panic!("a setting of its own: {error}"))
        })
    }
}
