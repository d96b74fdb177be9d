//! The environment of an expression: functions, variables, types, macros.

mod variables;
mod version;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

pub use variables::Variables;
pub use version::Version;

use crate::declarations::{Declaration, compares_different_numbers, declarations, proposed_declarations, signature};
use crate::parser::ParserOptions;
use crate::types::Type;

/// The functions and language features of a Kubernetes version. All rules can share one.
#[derive(Clone, Debug)]
pub struct Environment {
    version: Version,
    types: HashMap<&'static str, Type>,
    validates: bool,
    has_proposed_functions: bool,
}

/// The part of an environment that affects compilation, in addition to the source and the variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Libraries {
    version: Version,
    validates: bool,
    has_proposed_functions: bool,
}

/// The overloads of all versions by function, including those of [`Environment::with_proposed_functions`].
static FUNCTIONS: LazyLock<HashMap<&'static str, Vec<Overload>>> = LazyLock::new(|| {
    let mut functions: HashMap<&'static str, Vec<Overload>> = HashMap::new();
    let declared = declarations().map(|declaration| Overload::new(declaration, false));
    let proposed = proposed_declarations().map(|declaration| Overload::new(declaration, true));
    for overload in declared.chain(proposed) {
        functions.entry(overload.declaration.function).or_default().push(overload);
    }
    functions
});

/// An overload for the resolution of calls.
#[derive(Clone, Debug)]
pub(crate) struct Overload {
    pub(crate) declaration: &'static Declaration,
    /// `true` if no API server has it.
    is_proposed: bool,
    pub(crate) parameters: Vec<Type>,
    pub(crate) result: Type,
    /// Number of type parameters, which are `Variable(0)` and so on.
    pub(crate) type_parameters: u32,
    /// `true` if it compares numbers of different types.
    pub(crate) compares_different_numbers: bool,
}

impl Environment {
    /// Creates the environment of a Kubernetes version.
    pub fn new(version: Version) -> Self {
        Self { version, types: types(version), validates: true, has_proposed_functions: false }
    }

    /// Adds the functions proposed by KEP-4153, which no API server has: `isFormat`, `validateFormat`, `is4`, `is6`,
    /// `overlaps`, `utf8.isValid`, `utf8.isPrint`, `utf8.isControl`, and `matches` of labels with a label selector. All
    /// API servers reject a rule that uses them ([`Compiled::proposed_calls`](crate::Compiled::proposed_calls) finds
    /// them).
    #[must_use]
    pub fn with_proposed_functions(mut self) -> Self {
        self.has_proposed_functions = true;
        self
    }

    /// Returns a key that is equal for environments with the same compilation results.
    pub fn libraries(&self) -> Libraries {
        let Self { version, validates, has_proposed_functions, .. } = self;
        Libraries {
            version: version.earliest_alike(),
            validates: *validates,
            has_proposed_functions: *has_proposed_functions,
        }
    }

    /// Returns `true` if the environment has an overload.
    fn has(&self, overload: &Overload) -> bool {
        overload.declaration.is_declared(self.version) && (self.has_proposed_functions || !overload.is_proposed)
    }

    /// Iterates over the function names in order, without operators.
    pub fn function_names(&self) -> impl Iterator<Item = &'static str> {
        let is_name = |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
        let is_function = |overloads: &[Overload]| overloads.iter().any(|overload| self.has(overload));
        let functions = FUNCTIONS.iter().filter(|(_, overloads)| is_function(overloads));
        let names: BTreeSet<&'static str> = functions.map(|(name, _)| *name).filter(is_name).collect();
        names.into_iter()
    }

    /// Returns the Kubernetes version whose libraries the environment has.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Disables the checks of API servers beyond the language: list and map literals with mixed types, and invalid
    /// literal arguments.
    #[must_use]
    pub fn without_validators(mut self) -> Self {
        self.validates = false;
        self
    }

    /// Returns `true` if these checks are enabled.
    pub(crate) fn validates(&self) -> bool {
        self.validates
    }

    /// Returns the syntax and macros that the parser accepts in this Kubernetes version.
    pub fn parser_options(&self) -> ParserOptions {
        self.version.parser_options()
    }

    /// Returns the overloads of a function. Returns `None` if the environment has none.
    pub(crate) fn function(&self, name: &str) -> Option<(&'static str, Vec<&'static Overload>)> {
        let name = name.strip_prefix('.').unwrap_or(name);
        let (name, overloads) = FUNCTIONS.get_key_value(name)?;
        let overloads: Vec<_> = overloads.iter().filter(|overload| self.has(overload)).collect();
        (!overloads.is_empty()).then_some((*name, overloads))
    }

    pub(crate) fn type_named(&self, name: &str) -> Option<(&'static str, &Type)> {
        self.types.get_key_value(name).map(|(name, of)| (*name, of))
    }
}

impl Overload {
    fn new(declaration: &'static Declaration, is_proposed: bool) -> Self {
        let (parameters, result, type_parameters) = signature(declaration);
        Self {
            declaration,
            is_proposed,
            parameters,
            result,
            type_parameters,
            compares_different_numbers: compares_different_numbers(declaration),
        }
    }
}

/// Returns the types that expressions can name.
fn types(version: Version) -> HashMap<&'static str, Type> {
    let parameter = |name: &str| Type::Parameter(Arc::from(name));
    let mut types = HashMap::from([
        ("bool", Type::Bool),
        ("bytes", Type::Bytes),
        ("double", Type::Double),
        ("google.protobuf.Duration", Type::Duration),
        ("int", Type::Int),
        ("list", Type::list(parameter("A"))),
        ("map", Type::map(parameter("A"), parameter("B"))),
        ("null_type", Type::Null),
        ("string", Type::String),
        ("google.protobuf.Timestamp", Type::Timestamp),
        ("uint", Type::Uint),
        ("kubernetes.URL", Type::object("kubernetes.URL")),
    ]);
    for (name, of) in [
        ("google.protobuf.BoolValue", Type::Bool),
        ("google.protobuf.BytesValue", Type::Bytes),
        ("google.protobuf.DoubleValue", Type::Double),
        ("google.protobuf.FloatValue", Type::Double),
        ("google.protobuf.Int32Value", Type::Int),
        ("google.protobuf.Int64Value", Type::Int),
        ("google.protobuf.StringValue", Type::String),
        ("google.protobuf.UInt32Value", Type::Uint),
        ("google.protobuf.UInt64Value", Type::Uint),
    ] {
        types.insert(name, Type::Wrapper(Arc::new(of)));
    }
    for (since, name) in [(28, "kubernetes.Quantity"), (31, "kubernetes.NamedFormat"), (33, "kubernetes.Semver")] {
        if since <= version.minor() {
            types.insert(name, Type::object(name));
        }
    }
    for name in ["net.IP", "net.CIDR"] {
        if version.minor() >= 30 {
            types.insert(name, Type::Opaque(Arc::from(name), Arc::from([])));
        }
    }
    if version.minor() >= 28 {
        types.insert(crate::types::OPTIONAL, Type::optional(parameter("T")));
    }
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_with_equal_libraries_declare_the_same() {
        for minor in 25..=37 {
            let environment = Environment::new(Version::new(minor));
            let alike = Environment::new(environment.libraries().version);
            assert_eq!(environment.libraries(), alike.libraries());
            assert_eq!(environment.parser_options(), alike.parser_options(), "{minor}");
            assert_eq!(environment.types, alike.types, "{minor}");
            let declared = |of: &Environment| -> BTreeSet<usize> {
                let overloads = FUNCTIONS.values().flatten().filter(|overload| of.has(overload));
                overloads.map(|one| std::ptr::from_ref(one.declaration).addr()).collect()
            };
            assert_eq!(declared(&environment), declared(&alike), "{minor}");
        }
    }

    #[test]
    fn types_are_declared_since_the_version_that_has_them() {
        for (name, since) in [
            ("kubernetes.URL", 25),
            ("optional_type", 28),
            ("kubernetes.Quantity", 28),
            ("net.IP", 30),
            ("net.CIDR", 30),
            ("kubernetes.NamedFormat", 31),
            ("kubernetes.Semver", 33),
        ] {
            let declared = (25..=37).filter(|minor| types(Version::new(*minor)).contains_key(name));
            assert!(declared.eq(since..=37), "{name}");
        }
    }

    #[test]
    fn functions_have_names_that_rules_can_call() {
        let names: Vec<_> = Environment::new(Version::new(35)).function_names().collect();
        assert!(names.is_sorted());
        assert!(["size", "sets.contains", "ip.isCanonical", "getFullYear"].iter().all(|name| names.contains(name)));
        assert!(["_+_", "@in", "!_", "_?._", "_[_]"].iter().all(|name| !names.contains(name)), "{names:?}");
    }

    #[test]
    fn what_expressions_may_use_tells_environments_apart() {
        let plain = Environment::new(Version::new(35));
        assert_eq!(plain.libraries(), Environment::new(Version::new(34)).libraries());
        assert_ne!(plain.libraries(), Environment::new(Version::new(33)).libraries());
        assert_ne!(plain.libraries(), plain.clone().with_proposed_functions().libraries());
        assert_ne!(plain.libraries(), plain.clone().without_validators().libraries());
    }
}
