//! Whether this machine has the instructions that the program was compiled for.
//!
//! `is_x86_feature_detected!` cannot ask this: for a feature that was enabled when compiling it is
//! the constant `true`. So the kernel is asked; where there is no `/proc/cpuinfo`, nothing is checked.

use std::fs;

/// Features that the build may assume, with their names in `/proc/cpuinfo`.
const ASSUMED: [(&str, bool); 3] = [
    ("avx2", cfg!(target_feature = "avx2")),
    ("bmi2", cfg!(target_feature = "bmi2")),
    ("popcnt", cfg!(target_feature = "popcnt")),
];

/// The error message if the program cannot run here.
pub fn complaint() -> Option<String> {
    if !cfg!(target_arch = "x86_64") || ASSUMED.iter().all(|&(_, assumed)| !assumed) {
        return None;
    }
    let missing = missing(&fs::read_to_string("/proc/cpuinfo").ok()?);
    if missing.is_empty() {
        return None;
    }
    Some(format!(
        "this build needs a processor with {} (x86-64-v3: Intel since Haswell, AMD since Zen); \
         build without `-C target-cpu=x86-64-v3` for this machine",
        missing.join(", ")
    ))
}

/// The assumed features that the first processor of `cpuinfo` lacks; none if it lists no flags.
fn missing(cpuinfo: &str) -> Vec<&'static str> {
    let Some(flags) = cpuinfo.lines().find_map(|line| line.strip_prefix("flags")) else {
        return Vec::new();
    };
    let has = |feature: &str| flags.split_whitespace().any(|flag| flag == feature);
    let assumed = ASSUMED
        .iter()
        .filter(|(feature, assumed)| *assumed && !has(feature));
    assumed.map(|&(feature, _)| feature).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_an_old_processor_lacks() {
        let core2 = "processor\t: 0\nflags\t\t: fpu sse2 ssse3 avx\n";
        let haswell = "processor\t: 0\nflags\t\t: fpu popcnt avx avx2 bmi1 bmi2\n";
        let assumed: Vec<_> = ASSUMED.iter().filter(|f| f.1).map(|f| f.0).collect();
        assert_eq!(missing(core2), assumed);
        assert!(missing(haswell).is_empty());
        assert!(missing("").is_empty());
    }
}
