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
}

#[test]
fn errors_name_the_place() {
    check_error("randon", 1, "unknown player");
    check_error("", 1, "unknown player");
    check_error("random:", 8, "expected a setting");
}

#[test]
fn every_kind_reads_its_own_name() {
    for &kind in Kind::ALL {
        check(kind.name(), kind.name());
        assert_eq!(Spec::new(kind).build().name(), kind.name());
    }
}
