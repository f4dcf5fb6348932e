//! Choices that have names: on the command line, in other programs, in files.

/// A choice whose values have names and a line of help each: what [`crosscram_support::named`] gives it, `LISTED`, and its form in data.
macro_rules! named {
    (
        $(#[$doc:meta])*
        $type:ident, $kind:literal {
            $($(#[$value_doc:meta])* $value:ident = $name:literal, $help:literal;)+
        }
    ) => {
        crosscram_support::named! {
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum $type: $kind {
                $(#[doc = concat!($help, ".")] $(#[$value_doc])* $value = $name,)+
            }
        }

        impl $type {
            /// The names, each with what it is.
            pub const LISTED: &'static [(&'static str, &'static str)] = &[$(($name, $help)),+];
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
    };
}

pub(crate) use named;
