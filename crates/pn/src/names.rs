//! Choices that have names: on the command line, in other programs, in files.

/// A choice whose values have names and a line of help each: gives it `ALL`, `NAMES`, `name`, `FromStr` and `Display`.
macro_rules! named {
    (
        $(#[$doc:meta])*
        $type:ident, $kind:literal {
            $($(#[$value_doc:meta])* $value:ident = $name:literal, $help:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $type {
            $(#[doc = concat!($help, ".")] $(#[$value_doc])* $value,)+
        }

        impl $type {
            /// All values.
            pub const ALL: &'static [$type] = &[$($type::$value),+];
            /// Their names, each with what it is.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, $help)),+];

            /// The name on the command line, in other programs and in files.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize].0
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({"enum": [$($name),+]})
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let found = Self::ALL.iter().find(|value| value.name() == text);
                found.copied().ok_or_else(|| {
                    let names: Vec<_> = Self::NAMES.iter().map(|(name, _)| *name).collect();
                    format!("{}: one of {}, not '{text}'", $kind, names.join(", "))
                })
            }
        }
    };
}

pub(crate) use named;
