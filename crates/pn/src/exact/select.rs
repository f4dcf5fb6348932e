//! A most-proving node by its definition, for graphs without cycles.

use super::effort::{Cut, Effort};
use super::normal_forms::{AllForms, upward};
use super::shape::{Leaf, Shape};
use crate::numbers::Numbers;

impl AllForms {
    /// The root's numbers and a most-proving node: the one that Fig. 4.9 selects if it is one, else the
    /// leftmost. Of every graph that is not solved there is one (theorem 1).
    pub(super) fn examined_most_proving(
        &mut self,
        shape: &mut Shape,
        effort: &mut Effort<'_>,
    ) -> Result<(Numbers, Option<u32>), Cut> {
        let numbers = self.numbers(0);
        let selected = self.most_proving(shape);
        if self.is_most_proving(shape, selected, numbers, effort)? {
            return Ok((numbers, Some(selected)));
        }
        for leaf in shape.open_leaves() {
            if self.is_most_proving(shape, leaf, numbers, effort)? {
                return Ok((numbers, Some(leaf)));
            }
        }
        Ok((numbers, None))
    }

    /// Returns whether a leaf is in a smallest proof set and in a smallest disproof set of the root:
    /// winning it decreases the proof number by one, and losing it the disproof number.
    fn is_most_proving(
        &mut self,
        shape: &mut Shape,
        leaf: u32,
        numbers: Numbers,
        effort: &mut Effort<'_>,
    ) -> Result<bool, Cut> {
        if !shape.is_open(leaf) {
            return Ok(false);
        }
        Ok(
            self.root_with(shape, leaf, Leaf::Won, effort)?.proof + 1 == numbers.proof
                && self.root_with(shape, leaf, Leaf::Lost, effort)?.disproof + 1
                    == numbers.disproof,
        )
    }

    /// The root's numbers if this leaf had this value. Everything is afterwards as it was.
    fn root_with(
        &mut self,
        shape: &mut Shape,
        leaf: u32,
        value: Leaf,
        effort: &mut Effort<'_>,
    ) -> Result<Numbers, Cut> {
        let affected = upward(shape, vec![leaf]);
        let forms = affected
            .iter()
            .map(|&node| (node, self.nodes[node as usize].clone()));
        let saved: Vec<_> = forms.collect();
        shape.set_leaf(leaf, value);
        let updated = self.update(shape, &[leaf], effort);
        let numbers = self.numbers(0);
        shape.set_leaf(leaf, Leaf::Open);
        for (node, forms) in saved {
            self.nodes[node as usize] = forms;
        }
        updated.map(|()| numbers)
    }
}
