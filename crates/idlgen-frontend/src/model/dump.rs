//! Formats the model for `idlgen dump model`.

use std::fmt::Write;

use super::{Constant, Doc, Field, GroupVersion, Method, Model, Package, Type, TypeDefinition, TypeKind};
use crate::tags::{DefaultValue, Rule, Tag, TagKind};

/// Formats the model: one fact per line, with packages, types and fields in model order and indented below their
/// parents. Equal models give equal text.
///
/// Comments follow the declarations that they document, as `// prose` and `+tag`. If the text of a tag does not show
/// its full meaning, it is followed by `=>` and the meaning.
pub fn dump(model: &Model) -> String {
    let mut dump = Dump { model, text: String::new(), indent: 0 };
    for package in &model.packages {
        if !dump.text.is_empty() {
            dump.text.push('\n');
        }
        dump.package(package);
    }
    dump.text
}

struct Dump<'a> {
    model: &'a Model,
    text: String,
    indent: usize,
}

impl Dump<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:width$}{line}", "", width = self.indent * 2);
    }

    fn package(&mut self, package: &Package) {
        let kind = if package.requested { "package" } else { "dependency" };
        self.line(&format!("{kind} {} ({})", package.import_path, package.name));
        self.indent += 1;
        if let Some(GroupVersion { group, version, kinds, .. }) = &package.group_version {
            let group = if group.is_empty() { "(core)" } else { group };
            self.line(&format!("group {group}, version {version}"));
            for kind in kinds {
                self.line(&format!("kind {}", self.model.type_definition(*kind).name));
            }
        }
        self.comment(&package.doc, &package.tags);
        for constant in &package.constants {
            self.line(&format!("const {} = {}", constant.name, constant.value));
        }
        for id in &package.types {
            self.definition(self.model.type_definition(*id));
        }
        self.indent -= 1;
    }

    fn definition(&mut self, definition: &TypeDefinition) {
        let parameters = match definition.type_parameters.as_slice() {
            [] => String::new(),
            parameters => format!("[{}]", parameters.join(", ")),
        };
        let name = format!("type {}{parameters}", definition.name);
        match &definition.kind {
            TypeKind::Struct(_) => self.line(&format!("{name} struct")),
            TypeKind::Named(ty) => self.line(&format!("{name} {}", self.model.spell(ty, definition.package))),
            TypeKind::Alias(ty) => self.line(&format!("{name} = {}", self.model.spell(ty, definition.package))),
        }
        self.indent += 1;
        self.comment(&definition.doc, &definition.tags);
        match &definition.kind {
            TypeKind::Struct(fields) => self.fields(definition, fields),
            TypeKind::Named(ty) | TypeKind::Alias(ty) => self.anonymous(definition, ty),
        }
        for constant in &definition.constants {
            self.constant(constant);
        }
        for method in &definition.methods {
            self.method(method);
        }
        self.indent -= 1;
    }

    fn fields(&mut self, definition: &TypeDefinition, fields: &[Field]) {
        for field in fields {
            let ty = self.model.spell(&field.ty, definition.package);
            let name = if field.is_embedded { "embedded".to_owned() } else { field.name.clone() };
            let tags = field.struct_tag.iter().fold(String::new(), |tags, (key, value)| {
                format!("{tags} {key}:{}", serde_json::Value::from(value.as_str()))
            });
            self.line(&format!("field {name} {ty}{tags}"));
            self.indent += 1;
            self.comment(&field.doc, &field.tags);
            self.anonymous(definition, &field.ty);
            self.indent -= 1;
        }
    }

    /// Formats the fields of an anonymous struct.
    fn anonymous(&mut self, definition: &TypeDefinition, ty: &Type) {
        match ty {
            Type::Struct { fields, .. } => self.fields(definition, fields),
            Type::Pointer(element) | Type::Slice(element) | Type::Array(element) | Type::Map(_, element) => {
                self.anonymous(definition, element);
            }
            _ => {}
        }
    }

    fn constant(&mut self, constant: &Constant) {
        self.line(&format!("value {} = {}", constant.name, constant.value));
        self.indent += 1;
        self.comment(&constant.doc, &constant.tags);
        self.indent -= 1;
    }

    fn method(&mut self, method: &Method) {
        let receiver = if method.pointer_receiver { "pointer method" } else { "method" };
        let returns = method.returns.as_ref().map_or_else(String::new, |value| format!(" => {value}"));
        self.line(&format!("{receiver} {}/{}{returns}", method.name, method.parameters));
    }

    fn comment(&mut self, doc: &Doc, tags: &[Tag]) {
        let mut prose: Vec<&str> = doc.lines().filter(|line| !line.is_tag).map(|line| line.text).collect();
        while prose.last().is_some_and(|line| line.is_empty()) {
            prose.pop();
        }
        for line in prose {
            self.line(format!("// {line}").trim_end());
        }
        for tag in tags {
            let text = tag.text.replace('\n', " ⏎ ");
            match meaning(tag) {
                Some(meaning) => self.line(&format!("{text} => {meaning}")),
                None => self.line(&text),
            }
        }
    }
}

/// Returns the meaning of a tag, unless its text shows the full meaning.
fn meaning(tag: &Tag) -> Option<String> {
    match &tag.meaning {
        TagKind::Default(DefaultValue::Constant { value, .. }) => Some(value.to_string()),
        TagKind::Default(DefaultValue::Reference { .. }) | TagKind::Malformed => Some("?".to_owned()),
        TagKind::Rule(rule) => Some(rule_text(rule)),
        TagKind::Override { tag, .. } => meaning(tag),
        _ => None,
    }
}

fn rule_text(rule: &Rule) -> String {
    let mut parts = vec![format!("rule {:?}", rule.rule)];
    let mut add = |name: &str, value: Option<String>| parts.extend(value.map(|value| format!("{name} {value}")));
    add("message", rule.message.as_ref().map(|text| format!("{text:?}")));
    add("messageExpression", rule.message_expression.as_ref().map(|text| format!("{text:?}")));
    add("reason", rule.reason.as_ref().map(|reason| reason.name().to_owned()));
    add("fieldPath", rule.field_path.clone());
    add("optionalOldSelf", rule.optional_old_self.map(|value| value.to_string()));
    add("publish", rule.unpublished.then(|| "false".to_owned()));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use crate::{model::dump, resolve::testing::read_file};

    #[test]
    fn one_line_a_fact() {
        let read = read_file(
            r#"// +groupName=apps.example.com

// Package v1 is one.
package v1

import "time"

// DefaultSize is usual.
const DefaultSize = 1 << 2

// Widget is a thing.
//
// It is round.
type Widget struct {
	Base `json:",inline"`
	// Size in metres.
	// +minimum=1
	Size *int32 `json:"size,omitempty" protobuf:"varint,1,opt,name=size"`
	Part []struct {
		// +optional
		At time.Time `json:"at"`
	} `json:"part"`
}

type Base struct{}

// +enum
type Colour string

const (
	// Red is warm.
	Red Colour = "red"
)

type List[V any] []V
type Alias = map[string]List[*Widget]

func (*Widget) Kind() string { return "Widget" }
"#,
        );
        assert_eq!(read.report(), "");
        let expected = r#"package example.com/api/v1 (v1)
  group apps.example.com, version v1
  // Package v1 is one.
  +groupName=apps.example.com
  const DefaultSize = 4
  const Red = "red"
  type Widget struct
    // Widget is a thing.
    //
    // It is round.
    field embedded Base json:",inline"
    field Size *int32 json:"size,omitempty" protobuf:"varint,1,opt,name=size"
      // Size in metres.
      +minimum=1
    field Part []struct{…} json:"part"
      field At time.Time json:"at"
        +optional
    pointer method Kind/0 => "Widget"
  type Base struct
  type Colour string
    +enum
    value Red = "red"
      // Red is warm.
  type List[V] []V
  type Alias = map[string]List[*Widget]
"#;
        assert_eq!(dump(&read.model), expected);
    }
}
