//! A hash table from positions to node numbers. It does not store keys; a callback compares them.

/// Open addressing with linear probing. An entry is the upper half of the hash and the number of
/// the node plus one; zero is free.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    entries: Vec<(u32, u32)>,
    used: usize,
}

impl Index {
    /// Looks up the node with this hash for which `is_it` is true.
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.entries.is_empty() {
            return None;
        }
        let mask = self.entries.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let (tag, node) = self.entries[at];
            if node == 0 {
                return None;
            }
            if tag == (hash >> 32) as u32 && is_it(node - 1) {
                return Some(node - 1);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a node. `hash_of` returns the hashes of the present nodes, which are needed when the table
    /// grows.
    pub(crate) fn insert(&mut self, hash: u64, node: u32, hash_of: impl Fn(u32) -> u64) {
        // At most three quarters full: probes stay short.
        if self.used * 4 >= self.entries.len() * 3 {
            let size = (self.entries.len() * 2).max(64);
            let old = std::mem::replace(&mut self.entries, vec![(0, 0); size]);
            for (_, node) in old {
                if node != 0 {
                    self.put(hash_of(node - 1), node);
                }
            }
        }
        self.put(hash, node + 1);
        self.used += 1;
    }

    fn put(&mut self, hash: u64, node_plus_one: u32) {
        let mask = self.entries.len() - 1;
        let mut at = hash as usize & mask;
        while self.entries[at].1 != 0 {
            at = (at + 1) & mask;
        }
        self.entries[at] = ((hash >> 32) as u32, node_plus_one);
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<(u32, u32)>()
    }
}
