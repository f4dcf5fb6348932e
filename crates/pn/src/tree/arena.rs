//! Nodes of a tree: siblings are adjacent, and blocks of removed siblings are reused.

use crate::numbers::Numbers;

/// A node without its position, which follows from the moves that lead to it. With moves of two bytes
/// it takes 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node<M> {
    pub(crate) numbers: Numbers,
    /// Index of the leftmost child; meaningless while there are none.
    first: u32,
    /// Number of children.
    count: u16,
    /// The move that leads here; arbitrary at the root.
    pub(crate) mov: M,
}

impl<M> Node<M> {
    pub(crate) fn leaf(numbers: Numbers, mov: M) -> Self {
        Node {
            numbers,
            first: 0,
            count: 0,
            mov,
        }
    }

    /// A node that was read from a file.
    pub(super) fn from_parts(numbers: Numbers, mov: M, first: u32, count: u16) -> Self {
        Node {
            numbers,
            first,
            count,
            mov,
        }
    }

    pub(crate) fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// Indices of the children, from left to right.
    pub(crate) fn children(&self) -> std::ops::Range<u32> {
        self.first..self.first + u32::from(self.count)
    }
}

/// All nodes of a tree. The root has index 0.
#[derive(Clone, Debug)]
pub(crate) struct Arena<M> {
    nodes: Vec<Node<M>>,
    /// First indices of free blocks, by their length.
    free: Vec<Vec<u32>>,
    live: u64,
    /// Scratch of [`Arena::clear_below`].
    pending: Vec<u32>,
}

impl<M: Copy> Arena<M> {
    pub(crate) fn new(root: Node<M>) -> Self {
        Arena {
            nodes: vec![root],
            free: Vec::new(),
            live: 1,
            pending: Vec::new(),
        }
    }

    /// The arena of nodes that were read from a file, none of them free.
    pub(crate) fn from_nodes(nodes: Vec<Node<M>>) -> Self {
        Arena {
            live: nodes.len() as u64,
            nodes,
            free: Vec::new(),
            pending: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &Node<M> {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut Node<M> {
        &mut self.nodes[index as usize]
    }

    /// The children of a node, from left to right.
    #[inline]
    pub(crate) fn children(&self, index: u32) -> &[Node<M>] {
        let range = self.get(index).children();
        &self.nodes[range.start as usize..range.end as usize]
    }

    /// Gives a leaf children; `None` if there are more than a tree can hold.
    pub(crate) fn attach(&mut self, parent: u32, children: &[Node<M>]) -> Option<()> {
        let count = u16::try_from(children.len()).ok()?;
        let reused = self.free.get_mut(children.len()).and_then(Vec::pop);
        let first = match reused {
            Some(first) => {
                let at = first as usize;
                self.nodes[at..at + children.len()].copy_from_slice(children);
                first
            }
            None => {
                let first = u32::try_from(self.nodes.len()).ok()?;
                first.checked_add(u32::from(count))?;
                self.nodes.extend_from_slice(children);
                first
            }
        };
        self.live += u64::from(count);
        let node = self.get_mut(parent);
        (node.first, node.count) = (first, count);
        Some(())
    }

    /// Makes a node a leaf again, with the numbers it has. Returns the number of removed nodes.
    pub(crate) fn clear_below(&mut self, index: u32) -> u64 {
        let before = self.live;
        self.pending.push(index);
        while let Some(index) = self.pending.pop() {
            let children = self.get(index).children();
            let count = children.len();
            if count == 0 {
                continue;
            }
            let expanded = children
                .clone()
                .filter(|&child| self.nodes[child as usize].count > 0);
            self.pending.extend(expanded);
            if self.free.len() <= count {
                self.free.resize(count + 1, Vec::new());
            }
            self.free[count].push(children.start);
            self.live -= count as u64;
            self.get_mut(index).count = 0;
        }
        before - self.live
    }

    /// Nodes that are part of the tree.
    pub(crate) fn live(&self) -> u64 {
        self.live
    }

    /// Bytes of memory that nodes and free blocks take.
    pub(crate) fn bytes(&self) -> u64 {
        let nodes = self.nodes.len() * size_of::<Node<M>>();
        let free: usize = self.free.iter().map(|list| list.capacity() * 4).sum();
        (nodes + free) as u64
    }
}
