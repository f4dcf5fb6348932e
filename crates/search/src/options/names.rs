//! Choices that have names: on the command line, in records, in files.

/// A text that is not the name of a known value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} '{text}' (known: {})", known.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    text: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    pub(crate) fn new(kind: &'static str, text: &str, known: &[&'static str]) -> Self {
        UnknownName {
            kind,
            text: text.to_string(),
            known: known.to_vec(),
        }
    }
}

/// A choice whose values have names: gives it `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($kind:literal, $type:ident { $($(#[$doc:meta])* $value:ident = $name:literal,)+ }) => {
        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$value),+];
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name used on the command line and in records.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }
        }
        named!(@text $kind, $type);
    };
    (@text $kind:literal, $type:ident) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(text: &str) -> Result<Self, $crate::UnknownName> {
                let found = Self::ALL.iter().find(|value| value.name().eq_ignore_ascii_case(text));
                found.copied().ok_or_else(|| $crate::UnknownName::new($kind, text, Self::NAMES))
            }
        }
    };
}

pub(crate) use named;
