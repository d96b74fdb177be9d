//! The names in a Rust file and their imports.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::{
    name::{free_name, identifier, pascal_case, shown},
    plan::{Float, Integer, ItemId, Plan, PlannedType},
};
use crate::{
    diag::Diagnostic,
    emit::rust::codes,
    model::{PackageId, TypeId},
};

/// Names that validators use in addition to those of the runtime.
const OWN_NAMES: &[&str] = &["check", "cx", "old", "path", "value", "index", "key"];

/// Type names that fields may use without a path.
const STANDARD_TYPES: &[&str] = &["BTreeMap", "Box", "Option", "String", "Vec"];

/// The names in a Rust file and their imports.
pub(super) struct Scope<'p, 'm> {
    pub(super) plan: &'p Plan<'m>,
    package: PackageId,
    /// The types that the file declares.
    types: BTreeSet<String>,
    /// The child modules of the file's module, including the rules module.
    modules: BTreeSet<String>,
    /// The name of the rules module.
    rules_module: String,
    /// The aliases of other modules.
    aliases: BTreeMap<PackageId, String>,
    uses_btree_map: bool,
    /// The used names of the runtime, as paths in it.
    runtime: BTreeSet<&'static str>,
    /// The names that the items of the file refer to.
    used: BTreeSet<String>,
    /// The Rust names of the current type's type parameters.
    parameters: BTreeMap<String, String>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'p, 'm> Scope<'p, 'm> {
    /// Creates the scope for the file of `package` with the child `modules`.
    pub(super) fn new(plan: &'p Plan<'m>, package: PackageId, mut modules: BTreeSet<String>) -> Self {
        let items = plan.modules.get(&package).map(|module| module.items.as_slice()).unwrap_or_default();
        let rules_module = free_name("cel_rules", "_", |name| modules.contains(name));
        modules.insert(rules_module.clone());
        let types = items.iter().filter_map(|id| plan.item(*id)).map(|item| item.name.clone()).collect();
        Scope {
            plan,
            package,
            types,
            modules,
            rules_module,
            aliases: BTreeMap::new(),
            uses_btree_map: false,
            runtime: BTreeSet::new(),
            used: BTreeSet::new(),
            parameters: BTreeMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Returns `true` if the file's module has a child module with this name.
    pub(super) fn has_module(&self, name: &str) -> bool {
        self.modules.contains(name)
    }

    /// Returns the name of the rules module.
    pub(super) fn rules_module(&self) -> &str {
        &self.rules_module
    }

    /// Returns the tokens of a type.
    pub(super) fn ty(&mut self, shape: &PlannedType) -> TokenStream {
        match shape {
            PlannedType::Bool => quote! { bool },
            PlannedType::Integer(integer) => integer_type(*integer),
            PlannedType::Float(Float::F32) => quote! { f32 },
            PlannedType::Float(Float::F64) => quote! { f64 },
            PlannedType::Text => self.standard("String", quote! { ::std::string::String }),
            PlannedType::Known(known) => {
                let name = identifier(known.name());
                quote! { ::idlgen_runtime::types::#name }
            }
            PlannedType::List(element) => {
                let element = self.ty(element);
                let vec = self.standard("Vec", quote! { ::std::vec::Vec });
                quote! { #vec<#element> }
            }
            PlannedType::Map(key, value) => {
                let (key, value) = (self.ty(key), self.ty(value));
                let map = self.btree_map();
                quote! { #map<#key, #value> }
            }
            PlannedType::Option(inner) => {
                let inner = self.ty(inner);
                let option = self.standard("Option", quote! { ::std::option::Option });
                quote! { #option<#inner> }
            }
            PlannedType::Named(id) => self.named(*id),
            PlannedType::Anonymous(number, arguments) => {
                let item = self.plan.item(ItemId::Anonymous(*number));
                let name = identifier(item.map_or("RawMessage", |item| &item.name));
                if arguments.is_empty() {
                    name.into_token_stream()
                } else {
                    let arguments: Vec<_> = arguments.iter().map(|argument| self.argument(argument)).collect();
                    quote! { #name<#(#arguments),*> }
                }
            }
            PlannedType::Instance(id, arguments) => {
                let arguments = self.plan.used_arguments(*id, arguments);
                let arguments: Vec<_> = arguments.into_iter().map(|argument| self.argument(argument)).collect();
                let name = self.named(*id);
                if arguments.is_empty() {
                    name
                } else {
                    quote! { #name<#(#arguments),*> }
                }
            }
            PlannedType::Parameter(name) => {
                identifier(self.parameters.get(name).map_or(name.as_str(), String::as_str)).into_token_stream()
            }
        }
    }

    /// Returns the tokens of a type argument. The runtime wraps types that do not implement its traits.
    fn argument(&mut self, shape: &PlannedType) -> TokenStream {
        match shape {
            PlannedType::Named(_) if self.plan.contains_foreign(shape) => {
                let ty = self.ty(shape);
                quote! { ::idlgen_runtime::data::ForeignValue<#ty> }
            }
            PlannedType::List(element) => {
                let element = self.argument(element);
                let vec = self.standard("Vec", quote! { ::std::vec::Vec });
                quote! { #vec<#element> }
            }
            PlannedType::Map(key, value) => {
                let (key, value) = (self.ty(key), self.argument(value));
                let map = self.btree_map();
                quote! { #map<#key, #value> }
            }
            PlannedType::Option(inner) => {
                let inner = self.argument(inner);
                let option = self.standard("Option", quote! { ::std::option::Option });
                quote! { #option<#inner> }
            }
            _ => self.ty(shape),
        }
    }

    /// Starts a type with these type parameters and returns their Rust names: the Go names, unless one is not a valid
    /// Rust type name or shadows a type that fields may use.
    pub(super) fn type_parameters(&mut self, parameters: &[String]) -> Vec<String> {
        self.parameters.clear();
        let mut names: Vec<String> = Vec::new();
        for parameter in parameters {
            let wanted = pascal_case(parameter);
            let name = free_name(&wanted, "", |name| {
                let is_hidden = name != wanted && parameters.iter().any(|other| other == name);
                is_hidden
                    || names.iter().any(|other| other == name)
                    || self.types.contains(name)
                    || STANDARD_TYPES.contains(&name)
            });
            self.parameters.insert(parameter.clone(), name.clone());
            names.push(name);
        }
        names
    }

    /// Returns the tokens of a field's type, boxed if it is recursive.
    pub(super) fn field_type(&mut self, shape: &PlannedType, is_boxed: bool) -> TokenStream {
        if !is_boxed {
            return self.ty(shape);
        }
        let boxed = self.standard("Box", quote! { ::std::boxed::Box });
        match shape {
            PlannedType::Option(inner) => {
                let inner = self.ty(inner);
                let option = self.standard("Option", quote! { ::std::option::Option });
                quote! { #option<#boxed<#inner>> }
            }
            other => {
                let inner = self.ty(other);
                quote! { #boxed<#inner> }
            }
        }
    }

    /// Returns the tokens of a declared type, as it is named in this file.
    pub(super) fn named(&mut self, id: TypeId) -> TokenStream {
        if let Some(package) = self.plan.extern_package(id) {
            let name = identifier(&super::name::pascal_case(&self.plan.model.type_definition(id).name));
            return match syn::parse_str::<syn::Path>(&package.path) {
                Ok(path) => quote! { #path::#name },
                Err(error) => {
                    let message = format!("`{}` is not a valid Rust module path: {error}", package.path);
                    self.diagnostics.push(Diagnostic::new(codes::RUST_SETTING, message));
                    quote! { #name }
                }
            };
        }
        let Some(item) = self.plan.declared(id) else {
            return quote! { ::idlgen_runtime::types::RawMessage };
        };
        let name = identifier(&item.name);
        if item.package == self.package {
            return name.into_token_stream();
        }
        let module = identifier(&self.alias(item.package));
        quote! { #module::#name }
    }

    /// Returns the alias of another package's module in this file.
    fn alias(&mut self, package: PackageId) -> String {
        if let Some(alias) = self.aliases.get(&package) {
            return alias.clone();
        }
        let candidates = self.plan.modules.get(&package).map(|module| module.path.aliases()).unwrap_or_default();
        let is_taken = |name: &str| {
            self.modules.contains(name) || OWN_NAMES.contains(&name) || self.aliases.values().any(|alias| alias == name)
        };
        let free = candidates.iter().find(|candidate| !is_taken(candidate)).or(candidates.last());
        let alias = super::name::free_name(free.map_or("module", String::as_str), "_", is_taken);
        self.aliases.insert(package, alias.clone());
        alias
    }

    /// Returns a prelude type, with its full path if the file declares a type with that name.
    fn standard(&self, name: &str, path: TokenStream) -> TokenStream {
        if self.types.contains(name) { path } else { identifier(name).into_token_stream() }
    }

    pub(super) fn option(&self) -> TokenStream {
        self.standard("Option", quote! { ::std::option::Option })
    }

    pub(super) fn none(&self) -> TokenStream {
        self.standard("None", quote! { ::std::option::Option::None })
    }

    pub(super) fn some(&self) -> TokenStream {
        self.standard("Some", quote! { ::std::option::Option::Some })
    }

    fn btree_map(&mut self) -> TokenStream {
        if self.types.contains("BTreeMap") {
            return quote! { ::std::collections::BTreeMap };
        }
        self.uses_btree_map = true;
        quote! { BTreeMap }
    }

    /// Returns an import of the validator trait without a name, for its methods, if the name is already in use in the
    /// file.
    pub(super) fn validate_methods(&self) -> TokenStream {
        if !self.types.contains("Validate") {
            return TokenStream::new();
        }
        quote! {
            #[allow(unused_imports)]
            use ::idlgen_runtime::Validate as _;
        }
    }

    /// Returns a runtime name such as `check` or `field::Path`, imported unless the file declares a type with that
    /// name.
    pub(super) fn runtime(&mut self, path: &'static str) -> TokenStream {
        let name = path.rsplit("::").next().unwrap_or(path);
        if self.types.contains(name) {
            let segments = path.split("::").map(identifier);
            return quote! { ::idlgen_runtime::#(#segments)::* };
        }
        self.runtime.insert(path);
        identifier(name).into_token_stream()
    }

    /// Records the names that an item refers to, because only used names are imported.
    pub(super) fn note(&mut self, item: &TokenStream) {
        names(item.clone(), &mut self.used, &mut String::new());
    }

    /// Returns the imports that the items use.
    pub(super) fn imports(&self) -> TokenStream {
        let used = &self.used;
        let mut imports = TokenStream::new();
        if self.uses_btree_map {
            imports.extend(quote! { use ::std::collections::BTreeMap; });
        }
        let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
        let of_runtime: Vec<TokenStream> = self
            .runtime
            .iter()
            .filter(|path| used.contains(&last(path)))
            .map(|path| {
                let segments = path.split("::").map(identifier);
                quote! { #(#segments)::* }
            })
            .collect();
        match of_runtime.as_slice() {
            [] => {}
            [one] => imports.extend(quote! { use ::idlgen_runtime::#one; }),
            several => imports.extend(quote! { use ::idlgen_runtime::{#(#several),*}; }),
        }
        let here = self.plan.modules.get(&self.package).map(|module| &module.path);
        let mut modules: Vec<(&String, &PackageId)> =
            self.aliases.iter().map(|(package, alias)| (alias, package)).collect();
        modules.sort();
        for (alias, package) in modules.into_iter().filter(|(alias, _)| used.contains(&shown(alias))) {
            let (Some(here), Some(module)) = (here, self.plan.modules.get(package)) else { continue };
            let way = here.way_to(&module.path);
            let is_renamed = way.last() != Some(alias);
            let way = way.iter().map(|part| {
                if part == "super" {
                    quote! { super }
                } else {
                    identifier(part).into_token_stream()
                }
            });
            let alias = identifier(alias);
            // The import needs `as` if the alias is not the last part of the path.
            let renamed = if is_renamed {
                quote! { as #alias }
            } else {
                TokenStream::new()
            };
            imports.extend(quote! { use #(#way)::* #renamed; });
        }
        imports
    }
}

impl Plan<'_> {
    /// Returns the arguments of a generic type without those of parameters that the Rust type does not have.
    pub(super) fn used_arguments<'s>(&self, id: TypeId, arguments: &'s [PlannedType]) -> Vec<&'s PlannedType> {
        let declared = &self.model.type_definition(id).type_parameters;
        let used: &[String] = match self.declared(id).map(|item| &item.form) {
            Some(super::plan::ItemKind::Struct { parameters, .. }) => parameters,
            _ => declared,
        };
        declared.iter().zip(arguments).filter(|(name, _)| used.contains(name)).map(|(_, argument)| argument).collect()
    }
}

/// Collects the names in tokens that are resolved in scope. Excludes fields, methods, declarations, and all but the
/// first part of paths. `name` is a reusable buffer, so that names found before need no allocation.
fn names(tokens: TokenStream, found: &mut BTreeSet<String>, name: &mut String) {
    let mut is_looked_up = true;
    let mut was_joint = false;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                let declares = ident == "fn";
                if is_looked_up {
                    name.clear();
                    let _ = write!(name, "{ident}");
                    if !found.contains(name.as_str()) {
                        found.insert(name.clone());
                    }
                }
                is_looked_up = !declares;
            }
            TokenTree::Group(group) => {
                names(group.stream(), found, name);
                is_looked_up = true;
            }
            TokenTree::Punct(punct) => {
                let is_path = punct.as_char() == ':' && (was_joint || punct.spacing() == Spacing::Joint);
                was_joint = punct.as_char() == ':' && punct.spacing() == Spacing::Joint;
                is_looked_up = punct.as_char() != '.' && !is_path;
            }
            TokenTree::Literal(_) => is_looked_up = true,
        }
    }
}

fn integer_type(integer: Integer) -> TokenStream {
    identifier(integer.name()).into_token_stream()
}
