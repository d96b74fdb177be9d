//! Prints the lines of an item.

use syn::{
    Attribute, Fields, ImplItem, Item, ItemEnum, ItemImpl, ItemStruct, ItemTrait, Signature, TraitItem, Visibility,
    punctuated::Punctuated,
};

/// A placeholder for the path of an item while it is printed.
const PLACE: &str = "__path__";

/// Returns the lines of an item with a path, each with its sort key.
pub(super) fn item(item: &Item, path: &str) -> Vec<(String, String)> {
    let mut lines = match item {
        Item::Struct(item) => structure(item, path),
        Item::Enum(item) => enumeration(item, path),
        Item::Trait(item) => interface(item, path),
        Item::Fn(item) => vec![signature("pub ", &item.sig, path)],
        Item::Const(item) => {
            let mut item = item.clone();
            item.attrs.clear();
            item.ident = place();
            vec![until_value(&one_line(Item::Const(item)))]
        }
        Item::Static(item) => {
            let mut item = item.clone();
            item.attrs.clear();
            item.ident = place();
            vec![until_value(&one_line(Item::Static(item)))]
        }
        Item::Type(item) => {
            let mut item = item.clone();
            item.attrs.clear();
            item.ident = place();
            vec![one_line(Item::Type(item)).trim_end_matches(';').to_owned()]
        }
        _ => Vec::new(),
    }
    .into_iter()
    .map(|line| (path.to_owned(), line.replace(PLACE, path)))
    .collect::<Vec<_>>();
    let attributes = super::source::attributes(item);
    lines.extend(derived(attributes).map(|name| (format!("{path} impl"), format!("impl {name} for {path}"))));
    lines
}

/// Returns the lines of the members that an implementation adds to a type.
pub(super) fn implementation(implementation: &ItemImpl, path: &str) -> Vec<(String, String)> {
    if implementation.trait_.is_some() {
        let mut header = implementation.clone();
        header.attrs.clear();
        header.items.clear();
        *header.self_ty = parsed(PLACE);
        let line = one_line(Item::Impl(header));
        return vec![(format!("{path} impl"), line.trim_end_matches("{}").trim_end().replace(PLACE, path))];
    }
    let members = implementation.items.iter().filter_map(|member| match member {
        ImplItem::Fn(method) if is_public(&method.vis) && !is_hidden(&method.attrs) => {
            let path = format!("{path}::{}", method.sig.ident);
            Some((path.clone(), signature("pub ", &method.sig, &path)))
        }
        ImplItem::Const(constant) if is_public(&constant.vis) && !is_hidden(&constant.attrs) => {
            let path = format!("{path}::{}", constant.ident);
            Some((path.clone(), format!("pub const {path}: {}", type_text(&constant.ty))))
        }
        _ => None,
    });
    members.collect()
}

/// Returns the name of a macro that other crates can use.
pub(super) fn exported_macro(item: &Item) -> Option<String> {
    let Item::Macro(item) = item else { return None };
    let is_exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
    if is_exported && !is_hidden(&item.attrs) { item.ident.as_ref().map(ToString::to_string) } else { None }
}

fn structure(item: &ItemStruct, path: &str) -> Vec<String> {
    let mut header = item.clone();
    header.attrs.retain(|attribute| attribute.path().is_ident("non_exhaustive"));
    header.ident = place();
    header.fields = Fields::Unit;
    let mut lines = vec![one_line(Item::Struct(header)).trim_end_matches(';').to_owned()];
    for (index, field) in item.fields.iter().enumerate() {
        if is_public(&field.vis) && !is_hidden(&field.attrs) {
            let name = field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string);
            lines.push(format!("pub {path}::{name}: {}", type_text(&field.ty)));
        }
    }
    lines
}

fn enumeration(item: &ItemEnum, path: &str) -> Vec<String> {
    let mut header = item.clone();
    header.attrs.retain(|attribute| attribute.path().is_ident("non_exhaustive"));
    header.ident = place();
    header.variants = Punctuated::new();
    let mut lines = vec![one_line(Item::Enum(header)).trim_end_matches("{}").trim_end().to_owned()];
    for variant in item.variants.iter().filter(|variant| !is_hidden(&variant.attrs)) {
        let types = variant.fields.iter().map(|field| match &field.ident {
            Some(name) => format!("{name}: {}", type_text(&field.ty)),
            None => type_text(&field.ty),
        });
        let types = types.collect::<Vec<_>>().join(", ");
        let fields = match variant.fields {
            Fields::Named(_) => format!(" {{ {types} }}"),
            Fields::Unnamed(_) => format!("({types})"),
            Fields::Unit => String::new(),
        };
        lines.push(format!("{path}::{}{fields}", variant.ident));
    }
    lines
}

fn interface(item: &ItemTrait, path: &str) -> Vec<String> {
    let mut header = item.clone();
    header.attrs.clear();
    header.ident = place();
    header.items.clear();
    let mut lines = vec![one_line(Item::Trait(header)).trim_end_matches("{}").trim_end().to_owned()];
    for member in &item.items {
        match member {
            TraitItem::Fn(method) if !is_hidden(&method.attrs) => {
                let end = if method.default.is_some() { " { .. }" } else { "" };
                lines.push(signature("", &method.sig, &format!("{path}::{}", method.sig.ident)) + end);
            }
            TraitItem::Const(constant) => {
                lines.push(format!("const {path}::{}: {}", constant.ident, type_text(&constant.ty)));
            }
            TraitItem::Type(inner) => lines.push(format!("type {path}::{}", inner.ident)),
            _ => {}
        }
    }
    lines
}

/// Returns the names in the `derive` attributes.
fn derived(attributes: &[Attribute]) -> impl Iterator<Item = String> {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    let names = lists.filter_map(|attribute| {
        attribute.parse_args_with(Punctuated::<syn::Path, syn::Token![,]>::parse_terminated).ok()
    });
    names.flatten().filter_map(|path| path.segments.last().map(|last| last.ident.to_string()))
}

/// Returns the signature of a function under another name.
fn signature(visibility: &str, own: &Signature, path: &str) -> String {
    let mut header = own.clone();
    header.ident = place();
    for input in &mut header.inputs {
        match input {
            syn::FnArg::Typed(argument) => argument.attrs.clear(),
            syn::FnArg::Receiver(receiver) => receiver.attrs.clear(),
        }
    }
    let mut function: syn::ItemFn = parsed("fn f() {}");
    function.sig = header;
    let line = one_line(Item::Fn(function));
    visibility.to_owned() + line.trim_end_matches("{}").trim_end().trim_end_matches(',').replace(PLACE, path).as_str()
}

/// Returns Rust source on one line.
fn one_line(item: Item) -> String {
    let mut file: syn::File = parsed("");
    file.items.push(item);
    let text = prettyplease::unparse(&file);
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    [("( ", "("), (", )", ")"), ("< ", "<"), (", >", ">"), (" .", "."), ("[ ", "["), (" ]", "]")]
        .into_iter()
        .fold(line, |line, (from, to)| line.replace(from, to))
}

/// Returns a constant without its value.
fn until_value(line: &str) -> String {
    line.split(" = ").next().unwrap_or(line).to_owned()
}

fn type_text(own: &syn::Type) -> String {
    let mut alias: syn::ItemType = parsed("type T = ();");
    *alias.ty = own.clone();
    let line = one_line(Item::Type(alias));
    line.split_once(" = ").map_or(line.as_str(), |(_, own)| own.trim_end_matches(';')).to_owned()
}

fn place() -> syn::Ident {
    parsed(PLACE)
}

fn parsed<T: syn::parse::Parse>(text: &str) -> T {
    syn::parse_str(text).unwrap_or_else(|error| unreachable!("{text}: {error}"))
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_hidden(attributes: &[Attribute]) -> bool {
    super::source::is_doc_hidden(attributes)
}
