//! Choices whose values have names: on the command line, in records, in files.

/// Makes an enumeration of one list of its values and their names, with `ALL`, `NAMES`, `name`, `named` (by its exact name) and
/// `Display`. With a word for what it is behind its own name it gets `FromStr`, too, which takes names in capitals and in small
/// letters and refuses others as [`UnknownName`].
///
/// ```
/// crosscram_support::named! {
///     /// A season.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Season: "season" {
///         /// Cold.
///         Winter = "winter",
///         /// Warm.
///         Summer = "summer",
///     }
/// }
///
/// assert_eq!(Season::named("winter"), Some(Season::Winter));
/// assert_eq!("Summer".parse(), Ok(Season::Summer));
/// let error = "mud".parse::<Season>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown season 'mud' (known: winter, summer)");
/// ```
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $vis:vis enum $type:ident { $($(#[$meta:meta])* $value:ident = $name:literal,)+ }) => {
        $(#[$about])*
        $vis enum $type {
            $($(#[$meta])* $value,)+
        }

        impl $type {
            /// All values.
            pub const ALL: &'static [$type; [$($name),+].len()] = &[$($type::$value),+];
            /// Their names.
            pub const NAMES: &'static [&'static str; [$($name),+].len()] = &[$($name),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }

            /// The value of this name.
            pub fn named(name: &str) -> Option<$type> {
                $type::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
    ($(#[$about:meta])* $vis:vis enum $type:ident: $kind:literal { $($values:tt)+ }) => {
        $crate::named! {
            $(#[$about])* $vis enum $type { $($values)+ }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(text: &str) -> Result<$type, $crate::names::UnknownName> {
                let found = $type::ALL.iter().find(|value| value.name().eq_ignore_ascii_case(text));
                found.copied().ok_or_else(|| $crate::names::UnknownName::new($kind, text, $type::NAMES))
            }
        }
    };
}

use std::error::Error;
use std::fmt;

/// A text that is not the name of a known value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    text: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    /// `text` is none of the names of this kind that are `known`.
    pub fn new(kind: &'static str, text: &str, known: &[&'static str]) -> UnknownName {
        UnknownName {
            kind,
            text: text.to_string(),
            known: known.to_vec(),
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { kind, text, known } = self;
        write!(f, "unknown {kind} '{text}' (known: {})", known.join(", "))
    }
}

impl Error for UnknownName {}
