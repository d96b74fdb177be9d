//! Lowers Go source in tests.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::missing_docs_in_private_items,
    missing_docs,
    reason = "only tests use it"
)]

use idlgen_schema::{
    Schema,
    schema::json::{Indent, PrintOptions, StripZero},
};

use super::{LowerOptions, Lowered, lower};
use crate::{
    model::Model,
    resolve::{FileInput, PackageInput, ResolveOptions, resolve},
    source::SourceMap,
    syntax,
    tool::Tool,
};

/// The import path of the package in tests.
pub const PACKAGE: &str = "example.com/api/v1";

/// The result of lowering Go source.
pub struct Lowering {
    pub lowered: Lowered,
    sources: SourceMap,
}

/// Lowers one requested package.
pub fn lower_go(text: &str) -> Lowering {
    lower_packages(&[(PACKAGE, true, text)], &LowerOptions::default())
}

/// Lowers one requested package like openapi-gen.
pub fn lower_compatibly(text: &str) -> Lowering {
    let options = LowerOptions::of(&Tool::openapi_gen(35));
    lower_packages(&[(PACKAGE, true, text)], &options)
}

/// Lowers packages. Each has an import path, a flag that is `true` if it is requested, and the source of types.go
/// without the package clause.
pub fn lower_packages(packages: &[(&str, bool, &str)], options: &LowerOptions) -> Lowering {
    let mut sources = SourceMap::default();
    let model = read(packages, &mut sources);
    Lowering { lowered: lower(&model, options), sources }
}

pub fn read(packages: &[(&str, bool, &str)], sources: &mut SourceMap) -> Model {
    let mut inputs = Vec::new();
    for (path, requested, text) in packages {
        // The text before `---` is the comment of the package.
        let (comment, text) = text.split_once("---\n").unwrap_or(("", text));
        let name = path.rsplit('/').next().unwrap();
        let text = format!("{comment}package {name}\n{text}");
        let file = sources.add("doc.go", text.clone());
        let (declarations, diagnostics) = syntax::parse(file, &text);
        assert_eq!(diagnostics, [], "{text}");
        inputs.push(PackageInput {
            import_path: (*path).to_owned(),
            requested: *requested,
            is_built_in: false,
            files: vec![FileInput { name: "doc.go".to_owned(), declarations }],
            unread: crate::resolve::Unread::default(),
        });
    }
    let (model, diagnostics) = resolve(&inputs, &ResolveOptions::default());
    assert_eq!(diagnostics.iter().map(|one| &one.message).collect::<Vec<_>>(), Vec::<&String>::new());
    model
}

impl Lowering {
    /// Returns the definition of a type in the requested package.
    pub fn schema(&self, name: &str) -> &Schema {
        let names = &self.lowered.definitions.schemas;
        let full = format!("{PACKAGE}.{name}");
        names.get(&full).or_else(|| names.get(name)).unwrap_or_else(|| panic!("no {name} in {:?}", names.keys()))
    }

    /// Returns the definition as compact JSON, without `x-kubernetes-strip-zero`.
    pub fn json(&self, name: &str) -> String {
        json(self.schema(name))
    }

    /// Returns the names of a definition's properties, in order.
    pub fn property_names(&self, name: &str) -> Vec<&str> {
        self.schema(name).properties.keys().map(String::as_str).collect()
    }

    /// Returns a property of a definition.
    pub fn property_schema(&self, name: &str, property: &str) -> &Schema {
        self.schema(name).properties.get(property).unwrap_or_else(|| panic!("no property {property}"))
    }

    /// Returns a property of a definition as compact JSON.
    pub fn property(&self, name: &str, property: &str) -> String {
        json(self.property_schema(name, property))
    }

    /// Returns the diagnostics: code and message, with the source that they refer to.
    pub fn diagnostics(&self) -> Vec<String> {
        let show = |diagnostic: &crate::diag::Diagnostic| {
            let place = diagnostic.primary.as_ref().map_or("", |label| self.sources.slice(label.span));
            format!("{}: {} @ {place}", diagnostic.code.info().slug, diagnostic.message)
        };
        self.lowered.diagnostics.iter().map(show).collect()
    }
}

/// Returns a schema as compact JSON, without `x-kubernetes-strip-zero`.
pub fn json(schema: &Schema) -> String {
    let options = PrintOptions { strip_zero: StripZero::Off, ..PrintOptions::default() };
    schema.to_ordered_json(&options).to_text(Indent::Compact)
}
