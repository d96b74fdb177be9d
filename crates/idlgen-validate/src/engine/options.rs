//! Validator options.

use idlgen_cel::{Environment, Version};
use idlgen_runtime::Options;

use crate::{ZeroMode, compiled::Settings};

/// Settings of a [`Validator`](super::Validator).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidatorOptions {
    /// How zero values are interpreted.
    pub zero_mode: ZeroMode,
    /// The minor version of Kubernetes 1.x to emulate, such as 35.
    pub kubernetes_minor: u16,
    /// Enforces the formats of KEP-4153, such as `dns1123label`. The API server ignores them in custom resources.
    pub kep4153_formats: bool,
    /// Allows rules to use the functions proposed by KEP-4153, such as `isFormat` and `is4`
    /// ([`idlgen_cel::Environment::with_proposed_functions`]). API servers reject CRDs with such rules.
    pub kep4153_functions: bool,
    /// `true` if values are entire resources. Rules see their `apiVersion`, `kind`, `metadata.name` and
    /// `metadata.generateName` even if the schema does not declare them.
    pub is_resource: bool,
    /// Evaluates rules in branches of `anyOf`, `oneOf` and `not`. A branch only passes if its rules do. This is an
    /// extension: API servers reject CRDs with such rules. By default, they are not evaluated. Their total cost has a
    /// separate budget of [`cost_budget`](Self::cost_budget).
    pub rules_in_junctors: bool,
    /// Cost limit of one evaluation of a rule or `messageExpression`, in cel-go's units.
    pub rule_cost_limit: u64,
    /// Total cost limit of all rules of a value.
    pub cost_budget: u64,
    /// Accepts errors in values that an update does not change (KEP-4008). If `None`, follows the default of the
    /// version: for custom resources, enabled since 1.30. For data of a Go type, only failed rules are ratcheted by
    /// default.
    pub ratcheting: Option<bool>,
    /// Accepts a schema with a pattern or a rule that does not compile. Each value to which it applies gets an error,
    /// like from a server that has stored such a CRD. Otherwise, such a schema is a
    /// [`SchemaError`](super::SchemaError).
    pub keeps_broken_rules: bool,
    /// Maximum nesting depth of schemas while a value is visited. Every list, object and branch adds one level. If it
    /// is exceeded, an error of type [`Internal`](idlgen_runtime::field::ErrorType::Internal) is reported.
    pub max_depth: usize,
    /// Maximum number of times that a schema is applied to a part of a value. A branch of `anyOf`, `oneOf` or `not`
    /// counts 4 times, or 24 times if its errors are needed. The default takes about two seconds. If it is exceeded, an
    /// error of type [`Internal`](idlgen_runtime::field::ErrorType::Internal) is reported.
    pub max_steps: u64,
    /// `true` if the type check recognizes formats that no server supports, as in the validation of defaults.
    pub(crate) has_every_format: bool,
}

impl Default for ValidatorOptions {
    fn default() -> Self {
        ValidatorOptions {
            zero_mode: ZeroMode::Native,
            kubernetes_minor: 35,
            kep4153_formats: true,
            kep4153_functions: false,
            is_resource: false,
            rules_in_junctors: false,
            rule_cost_limit: Options::default().rule_cost_limit,
            cost_budget: Options::default().cost_budget,
            ratcheting: None,
            keeps_broken_rules: false,
            max_depth: 512,
            max_steps: 50_000_000,
            has_every_format: false,
        }
    }
}

impl ValidatorOptions {
    /// Returns the runtime options that correspond to these options.
    pub(crate) fn runtime(&self) -> Options {
        let mut options = Options::default();
        options.kubernetes_minor = self.kubernetes_minor;
        options.kep4153_formats = self.kep4153_formats;
        options.rule_cost_limit = self.rule_cost_limit;
        options.cost_budget = self.cost_budget;
        options.ratcheting = self.ratcheting;
        options
    }

    /// Returns `true` if errors in values that an update does not change are ratcheted.
    pub(super) fn ratchets_values(&self) -> bool {
        let is_custom = self.zero_mode == ZeroMode::Crd;
        self.ratcheting.unwrap_or(is_custom && self.runtime().ratchets())
    }

    /// Returns the settings that affect compiled schemas.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            is_native: self.zero_mode == ZeroMode::Native,
            runtime: Some(self.runtime()),
            has_every_format: self.has_every_format,
        }
    }

    /// Enables [`keeps_broken_rules`](Self::keeps_broken_rules).
    #[must_use]
    pub fn keeping_broken_rules(self) -> Self {
        ValidatorOptions { keeps_broken_rules: true, ..self }
    }

    /// Creates the environment with the functions and types that rules may use.
    pub(super) fn environment(&self) -> Environment {
        let environment = Environment::new(Version::new(u8::try_from(self.kubernetes_minor).unwrap_or(u8::MAX)));
        if self.kep4153_functions { environment.with_proposed_functions() } else { environment }
    }

    /// Returns the options for custom resources.
    pub fn crd() -> Self {
        ValidatorOptions {
            zero_mode: ZeroMode::Crd,
            kep4153_formats: false,
            is_resource: true,
            ..ValidatorOptions::default()
        }
    }
}
