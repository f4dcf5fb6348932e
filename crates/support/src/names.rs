//! Choices that have names: on the command line, in records, in files.

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
    /// That `text` is none of the names that are known of this kind of thing.
    pub fn new(kind: &'static str, text: &str, known: &[&'static str]) -> Self {
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

/// Names the values of a choice: gives it `ALL`, `NAMES` and `name`, and behind the word for such a choice
/// `Display` and `FromStr`, too.
///
/// ```
/// use crosscram_support::named;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Size { Small, Large }
///
/// named!("size", Size { Small = "small", Large = "large", });
/// assert_eq!("large".parse(), Ok(Size::Large));
/// assert_eq!(Size::ALL.len(), 2);
/// let error = "huge".parse::<Size>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown size 'huge' (known: small, large)");
/// ```
///
/// With a semicolon behind the word it also defines the choice, so that each value stands in one place:
///
/// ```
/// crosscram_support::named! { "fruit";
///     /// Something sweet.
///     pub enum Fruit {
///         /// Red or green.
///         Apple = "apple",
///         /// Yellow.
///         StarFruit = "star-fruit",
///     }
/// }
/// assert_eq!("Star-Fruit".parse(), Ok(Fruit::StarFruit));
/// ```
#[macro_export]
macro_rules! named {
    ($type:ident { $($value:ident = $name:literal,)+ }) => {
        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$value),+];
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The name used on the command line, in records and in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }
        }
    };
    ($kind:literal; $(#[$about:meta])* $vis:vis enum $type:ident {
        $($(#[$meaning:meta])* $value:ident = $name:literal,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $type {
            $($(#[$meaning])* $value,)+
        }

        $crate::named!($kind, $type { $($value = $name,)+ });
    };
    ($kind:literal, $type:ident { $($names:tt)+ }) => {
        $crate::named!($type { $($names)+ });

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().find(|value| value.name().eq_ignore_ascii_case(text));
                let unknown = || $crate::names::UnknownName::new($kind, text, Self::NAMES);
                found.copied().ok_or_else(unknown)
            }
        }
    };
}
