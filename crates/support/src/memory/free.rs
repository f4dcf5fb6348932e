//! How much more memory this process may use.

use std::fs;
use std::path::Path;

/// The memory that is free now, in bytes: the machine's free memory, within the limits of the process
/// (`ulimit -v`, `ulimit -d`) and of its control group (containers). `None` where the system does not
/// say.
pub fn available() -> Option<u64> {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let machine = kibibytes(&read("/proc/meminfo"), "MemAvailable:");
    let process = within_limits(&read("/proc/self/limits"), &read("/proc/self/status"));
    let group = within_groups(Path::new("/sys/fs/cgroup"), &read("/proc/self/cgroup"));
    machine.into_iter().chain(process).chain(group).min()
}

/// The memory that this process takes now, in bytes. `None` where the system does not say.
pub fn resident() -> Option<u64> {
    kibibytes(
        &fs::read_to_string("/proc/self/status").unwrap_or_default(),
        "VmRSS:",
    )
}

/// The number of a line such as `MemAvailable:   24000000 kB`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}

/// What the limits of a process (`/proc/self/limits`) leave to it (`/proc/self/status`).
fn within_limits(limits: &str, status: &str) -> Option<u64> {
    let left = |limit: &str, used: &str| {
        let line = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        let soft: u64 = line.split_whitespace().next()?.parse().ok()?;
        Some(soft.saturating_sub(kibibytes(status, used)?))
    };
    let space = left("Max address space", "VmSize:");
    let data = left("Max data size", "VmData:");
    space.into_iter().chain(data).min()
}

/// What the control groups of a process (`/proc/self/cgroup`) leave to it. The files lie below
/// `root`, in version 1 in a directory of their own.
fn within_groups(root: &Path, groups: &str) -> Option<u64> {
    let left = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (controllers, path) = (parts.nth(1)?, parts.next()?);
        let (root, names) = match controllers {
            "" => (root.to_path_buf(), ["memory.max", "memory.current"]),
            _ if controllers.split(',').any(|name| name == "memory") => (
                root.join("memory"),
                ["memory.limit_in_bytes", "memory.usage_in_bytes"],
            ),
            _ => return None,
        };
        let group = root.join(path.trim_start_matches('/'));
        // A group may take no more than any of those that it belongs to. Inside a container the
        // path may be that of the outside, and only the root be there.
        let above = group.ancestors().take_while(|path| path.starts_with(&root));
        above.filter_map(|path| within_group(path, names)).min()
    });
    left.min()
}

fn within_group(path: &Path, [limit, used]: [&str; 2]) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(path.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    // Inactive pages of files can be reclaimed at once.
    let statistics = read("memory.stat").unwrap_or_default();
    let mut lines = statistics.lines();
    let idle = lines.find_map(|line| line.strip_prefix("inactive_file ")?.parse().ok());
    let used = number(used)?.saturating_sub(idle.unwrap_or(0));
    Some(number(limit)?.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine() {
        let text = "MemTotal:       100 kB\nMemAvailable:   24000000 kB\n";
        assert_eq!(kibibytes(text, "MemAvailable:"), Some(24_000_000 << 10));
        assert_eq!(kibibytes(text, "MemFree:"), None);
        if cfg!(target_os = "linux") {
            assert!(available().is_some_and(|bytes| bytes > 0));
        }
    }

    #[test]
    fn limits_of_the_process() {
        let limits = "\
Limit                     Soft Limit           Hard Limit           Units
Max data size             unlimited            unlimited            bytes
Max address space         2048000000           unlimited            bytes
";
        let status = "VmPeak:\t  9 kB\nVmSize:\t  1000000 kB\nVmData:\t   500000 kB\n";
        assert_eq!(within_limits(limits, status), Some(1_024_000_000));
        let both = limits.replace("unlimited            unlimited", "612000000 612000000");
        assert_eq!(within_limits(&both, status), Some(100_000_000));
        assert_eq!(within_limits("", status), None);
        assert_eq!(within_limits(&both, "VmSize: 9999999 kB"), Some(0));
    }

    #[test]
    fn control_groups() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("outer/inner");
        fs::create_dir_all(&inner).unwrap();
        let write = |path: &Path, name: &str, text: &str| {
            fs::write(path.join(name), text).unwrap();
        };
        let groups = "0::/outer/inner\n";
        assert_eq!(within_groups(root.path(), groups), None);
        write(&inner, "memory.max", "max\n");
        write(&inner, "memory.current", "10\n");
        assert_eq!(within_groups(root.path(), groups), None);
        let outer = inner.parent().unwrap();
        write(outer, "memory.max", "1000\n");
        write(outer, "memory.current", "700\n");
        write(outer, "memory.stat", "anon 500\ninactive_file 150\n");
        assert_eq!(within_groups(root.path(), groups), Some(450));
        write(&inner, "memory.max", "30\n");
        assert_eq!(within_groups(root.path(), groups), Some(20));
        // Version 1, and a path that is not there.
        let memory = root.path().join("memory");
        fs::create_dir_all(&memory).unwrap();
        write(&memory, "memory.limit_in_bytes", "5000\n");
        write(&memory, "memory.usage_in_bytes", "1000\n");
        let groups = "5:cpu,cpuacct:/a\n4:memory:/docker/x\n";
        assert_eq!(within_groups(root.path(), groups), Some(4000));
    }
}
