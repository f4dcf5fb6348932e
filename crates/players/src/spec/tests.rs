use super::*;

#[track_caller]
fn check(text: &str, printed: &str) {
    assert_eq!(text.parse::<Spec>().unwrap().to_string(), printed, "{text}");
}

#[track_caller]
fn check_error(text: &str, column: usize, part: &str) {
    let error = text.parse::<Spec>().unwrap_err();
    assert_eq!(error.column, column, "{error}");
    assert!(error.to_string().contains(part), "{error}");
}

#[test]
fn names_are_read_as_the_paper_writes_them() {
    check("random", "random");
    check("RandomBot", "random");
    check("ProportionalSubGameOnlyBot", "proportional-subgame-only");
    let (text, printed) = ("OrderingAbsoluteSwapBot", "ordering-absolute-swap");
    check(&format!("{text}:depth=3"), &format!("{printed}:depth=3"));
}

#[test]
fn errors_name_the_place() {
    check_error("randon", 1, "unknown player");
    check_error("", 1, "unknown player");
    check_error("random:", 8, "expected a setting");
    let range = "depth is a number from 1 to 64, not '0'";
    check_error("ordering:depth=0", 16, range);
    let known = "unknown setting 'dept' (known: depth, lambda, even, listed)";
    check_error("ordering:depth=2,dept=3", 18, known);
    check_error("ordering:depth=2,depth=3", 18, "depth is set twice");
    check_error("perfect:budget=1", 16, "budget is a time such as 500ms");
    check_error("perfect:nodes=0", 15, "nodes is a number of nodes");
    let chance = "ordered-absolute-swap:threshold=1.5";
    check_error(chance, 33, "a chance from 0 to 1");
    check_error("proportional-absolute:gamma=1e3", 29, "a decimal");
}

#[test]
fn levels_are_known_by_their_number() {
    check("level:3", "level:3");
    check("level:number=5", "level:5");
    check("level:2", "level");
    for wrong in ["level:0", "level:6", "level:x"] {
        check_error(wrong, 7, "number is a level from 1 to 5");
    }
    check_error("level:", 7, "number is a level from 1 to 5, not ''");
}

#[test]
fn settings_are_printed_in_one_order_and_only_if_unusual() {
    check("ordering:lambda=off,depth=2", "ordering:depth=2,lambda=off");
    check("ordering:lambda=on,depth=1", "ordering");
    check("proportional-absolute:gamma=3.0", "proportional-absolute");
    check(
        "proportional-absolute:gamma=0.50",
        "proportional-absolute:gamma=0.5",
    );
    check("perfect:budget=1000ms,nodes=10k", "perfect:nodes=10000");
    check("perfect:budget=1500ms", "perfect:budget=1500ms");
    check(
        "ordering-absolute-swap:ties=bound,even=negated,begins=evaluator,ordering-weight=2",
        "ordering-absolute-swap:ordering-weight=2,ties=bound,begins=evaluator,even=negated",
    );
    check("values:cells=20", "values:cells=20");
}

#[test]
fn every_kind_reads_its_own_name() {
    for &kind in Kind::ALL {
        check(kind.name(), kind.name());
        assert_eq!(Spec::new(kind).build().name(), kind.name());
    }
}
