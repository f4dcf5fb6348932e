//! Interpretations of the paper where it is ambiguous, and faults that its tables suggest.

use crosscram_players::{Key, Kind, Spec};

/// One interpretation of the paper.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// In a word or two.
    pub(super) name: String,
    /// In a sentence.
    pub(super) about: &'static str,
    switches: Vec<Switch>,
}

/// A setting in which an interpretation differs from the definitions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch {
    key: Key,
    value: &'static str,
    bots: Bots,
    /// What it means.
    pub(super) about: &'static str,
    /// Where the text gives reason to think so.
    pub(super) place: &'static str,
}

/// The bots that a setting applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bots {
    /// All that have it.
    All,
    /// Those that the tables rank last.
    FourWorst,
}

/// The definitions with a sound search.
const PLAIN: &str = "the definitions; whoever is to move begins in every rectangle; a sound search";

const EVALUATOR: Switch = Switch {
    key: Key::Begins,
    value: "evaluator",
    bots: Bots::All,
    about: "the evaluating bot begins in every rectangle",
    place: "section 2.3: the values of Figure 1 assume it",
};
const SIGN: Switch = Switch {
    key: Key::Even,
    value: "negated",
    bots: Bots::All,
    about: "evaluations of even depths have the wrong sign",
    place: "Table 1: depth 2 is worse than random moves",
};
const BOUND: Switch = Switch {
    key: Key::Ties,
    value: "bound",
    bots: Bots::All,
    about: "bots that swap equal moves take a bound of alpha-beta for an equal score",
    place: "section 2.3: a move 'equally good as the current best'; Table 3: they lose with depth",
};

/// The switches of the reading that fits best.
pub(super) const FITTED: [Switch; 6] = [
    Switch {
        key: Key::Even,
        value: "last-mover",
        bots: Bots::All,
        about: "positions are valued for whoever moved last",
        place: "section 3.1: its formula has the players exchanged",
    },
    BOUND,
    Switch {
        key: Key::Begins,
        value: "evaluator",
        bots: Bots::FourWorst,
        about: "the evaluating bot begins in every rectangle, for the four bots ranked last",
        place: "section 2.3: the values of Figure 1 assume it",
    },
    Switch {
        key: Key::Singles,
        value: "nobody",
        bots: Bots::All,
        about: "a rectangle of one cell votes for neither player",
        place: "section 2.1: looking at single squares is not worth it",
    },
    Switch {
        key: Key::Penalty,
        value: "added",
        bots: Bots::All,
        about: "the penalty for overlap is added",
        place: "section 2.3: the penalty itself is called positive only in its steps",
    },
    Switch {
        key: Key::Listed,
        value: "columns",
        bots: Bots::All,
        about: "moves are listed by column",
        place: "section 2.3: of equal moves the first in the list is played; the list is not given",
    },
];

/// The definitions, what the paper says of Figure 1, two faults, and what fits best.
pub(super) fn readings() -> Vec<Reading> {
    let reading = |name: &str, about: &'static str, switches: &[Switch]| Reading {
        name: name.to_string(),
        about,
        switches: switches.to_vec(),
    };
    vec![
        reading("plain", PLAIN, &[]),
        reading(
            "evaluator",
            "the same, but the evaluating bot begins in every rectangle, as in Figure 1",
            &[EVALUATOR],
        ),
        reading(
            "faults",
            "plain, with two suspected faults: evaluations of even depths have the wrong sign, \
             and bots that swap equal moves take a bound of alpha-beta for an equal score",
            &[SIGN, BOUND],
        ),
        fitted(),
    ]
}

/// The reading that fits best.
pub(super) fn fitted() -> Reading {
    Reading {
        name: "fitted".to_string(),
        about: "six switches, chosen because the tables fit (see `readings`)",
        switches: FITTED.to_vec(),
    }
}

/// The definitions.
pub(super) fn plain() -> Reading {
    readings().swap_remove(0)
}

impl Reading {
    /// The same without one of its switches.
    pub(super) fn without(&self, switch: &Switch) -> Reading {
        let mut switches = self.switches.clone();
        switches.retain(|other| (other.key, other.value) != (switch.key, switch.value));
        Reading {
            name: format!("without {}", switch.key.name()),
            about: switch.about,
            switches,
        }
    }

    /// The player in this interpretation, with or without the nondeterminism of section 3.1.
    pub(super) fn apply(&self, spec: &Spec, lambda: bool) -> Spec {
        let worst = matches!(
            spec.kind(),
            Kind::TotalVote
                | Kind::Majority
                | Kind::ProportionalOverlap
                | Kind::ProportionalSubgameOnly
        );
        let switches = self.switches.iter();
        let switches = switches.filter(|switch| switch.bots == Bots::All || worst);
        let settings = switches.map(|switch| (switch.key, switch.value));
        let lambda = (Key::Lambda, if lambda { "on" } else { "off" });
        settings
            .chain([lambda])
            .fold(spec.clone(), |spec, (key, value)| {
                if !spec.kind().keys().contains(&key) {
                    return spec;
                }
                let set = spec.with(key, value);
                set.unwrap_or_else(|error| panic!("a setting of its own: {error}"))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_change_the_bots_they_are_about() {
        let apply = |name: &str, bot: &str| {
            let readings = readings();
            let reading = readings.iter().find(|one| one.name == name).unwrap();
            reading.apply(&bot.parse().unwrap(), false).to_string()
        };
        assert_eq!(apply("plain", "proportional"), "proportional");
        assert_eq!(
            apply("fitted", "ordering:depth=2"),
            "ordering:depth=2,lambda=off,even=last-mover,listed=columns"
        );
        assert_eq!(
            apply("fitted", "proportional-overlap"),
            "proportional-overlap:penalty=added,singles=nobody,begins=evaluator,even=last-mover,\
             listed=columns"
        );
        assert!(!apply("fitted", "proportional").contains("begins"));
        let one = fitted().without(&FITTED[3]);
        let spec = one.apply(&"proportional".parse().unwrap(), false);
        assert!(!spec.to_string().contains("singles"), "{spec}");
    }
}
