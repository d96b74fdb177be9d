//! The group and version of a package, and the types that it registers, as in register.go.

use tree_sitter::Node;

use super::{
    ConstantExpression, GroupVersionVariable, Identifier, Registration,
    grammar_field::Fields,
    reader::{TreeReader, only_part, parts},
};

impl TreeReader<'_> {
    /// Finds `Name = schema.GroupVersion{…}` in a `var_declaration`.
    pub(super) fn group_versions(&mut self, node: Node<'_>, variables: &mut Vec<GroupVersionVariable>) {
        for child in parts(node) {
            match child.kind() {
                "var_spec" => self.group_version(child, variables),
                "var_spec_list" | "ERROR" => {
                    for inner in parts(child).into_iter().filter(|inner| inner.kind() == "var_spec") {
                        self.group_version(inner, variables);
                    }
                }
                _ => {}
            }
        }
    }

    fn group_version(&mut self, node: Node<'_>, variables: &mut Vec<GroupVersionVariable>) {
        let names = node.all_in_field("name");
        let values = node.field("value").map(Self::expressions).unwrap_or_default();
        for (name, value) in names.into_iter().zip(values) {
            if value.kind() != "composite_literal" {
                continue;
            }
            let ty = value.field("type").and_then(|ty| self.qualified_name(ty));
            let (Some((_, type_name)), Some(body)) = (ty, value.field("body")) else { continue };
            if type_name != "GroupVersion" {
                continue;
            }
            let empty = || ConstantExpression::String(String::new());
            let mut variable = GroupVersionVariable { name: self.identifier(name), group: empty(), version: empty() };
            for (position, element) in parts(body).into_iter().enumerate() {
                self.group_version_element(element, position, &mut variable);
            }
            variables.push(variable);
        }
    }

    fn group_version_element(&mut self, element: Node<'_>, position: usize, variable: &mut GroupVersionVariable) {
        let (key, value) = match element.kind() {
            "keyed_element" => (element.field("key"), element.field("value")),
            _ => (None, Some(element)),
        };
        let Some(value) = value.and_then(only_part) else { return };
        let value = self.constant_expression(value, 0);
        match (key.map(|key| self.text(key)), position) {
            (Some("Group"), _) | (None, 0) => variable.group = value,
            (Some("Version"), _) | (None, 1) => variable.version = value,
            _ => {}
        }
    }

    /// Finds the calls that register types, anywhere in the tree.
    pub(super) fn registrations(&mut self, root: Node<'_>, registrations: &mut Vec<Registration>) {
        let mut cursor = root.walk();
        loop {
            if cursor.node().kind() == "call_expression" {
                registrations.extend(self.registration(cursor.node()));
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    fn registration(&mut self, call: Node<'_>) -> Option<Registration> {
        let function = call.field("function").filter(|function| function.kind() == "selector_expression")?;
        let operand = self.text(function.field("operand")?);
        let arguments = parts(call.field("arguments")?);
        let name = self.text(function.field("field")?);
        let (group_version, objects) = match name {
            "AddKnownTypes" => {
                let (first, objects) = arguments.split_first()?;
                (Some(self.variable(*first)?), objects)
            }
            "AddToGroupVersion" => {
                let group_version = Some(self.variable(*arguments.get(1)?)?);
                return Some(Registration { group_version, types: Vec::new(), adds_meta_types: true });
            }
            "Register" if operand.to_ascii_lowercase().ends_with("schemebuilder") => (None, arguments.as_slice()),
            _ => return None,
        };
        let types: Vec<Identifier> = objects.iter().filter_map(|object| self.registered_type(*object)).collect();
        (!types.is_empty()).then_some(Registration { group_version, types, adds_meta_types: name == "Register" })
    }

    /// Returns `name` or `package.name`, as written.
    fn variable(&self, node: Node<'_>) -> Option<String> {
        let (package, name) = self.qualified_name(node)?;
        Some(package.map_or_else(|| name.clone(), |package| format!("{package}.{name}")))
    }

    /// Returns the `T` in `&T{}` and `new(T)`.
    fn registered_type(&self, node: Node<'_>) -> Option<Identifier> {
        let ty = match node.kind() {
            "unary_expression" => {
                let literal = node.field("operand").filter(|operand| operand.kind() == "composite_literal")?;
                literal.field("type")?
            }
            "call_expression" => {
                node.field("function").filter(|function| self.text(*function) == "new")?;
                node.field("arguments").and_then(only_part)?
            }
            _ => return None,
        };
        (ty.kind() == "type_identifier").then(|| self.identifier(ty))
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::testing::shown;

    #[test]
    fn group_versions_of_all_forms() {
        let text = "package a
var A = schema.GroupVersion{Group: GroupName, Version: \"v1\"}
var (
	// B is B.
	B = schema.GroupVersion{group.Name, \"v\" + \"2\"}
	C schema.GroupVersion = schema.GroupVersion{Version: \"v3\"}
	D, E = GroupVersion{}, 3
	F = []schema.GroupVersion{{Group: \"f\"}}
	G = schema.GroupVersionKind{Group: \"g\"}
)
";
        let expected = "package a 1:9
group-version A 2:5 group=GroupName version=\"v1\"
group-version B 5:2 group=group.Name version=\"v2\"
group-version C 6:2 group=\"\" version=\"v3\"
group-version D 7:2 group=\"\" version=\"\"
";
        assert_eq!(shown(text), expected);
    }

    #[test]
    fn registrations_of_all_forms() {
        let text = "package a
func add(scheme *runtime.Scheme) error {
	if true {
		scheme.AddKnownTypes(SchemeGroupVersion,
			&A{}, // a
			&AList{},
			new(B),
			&metav1.Status{},
			&C{X: 1},
		)
	}
	scheme.AddKnownTypes(pkg.GroupVersion, &D{})
	metav1.AddToGroupVersion(scheme, SchemeGroupVersion)
	return nil
}
func init() {
	SchemeBuilder.Register(&E{}, &EList{})
	localSchemeBuilder.Register(addKnownTypes)
	SchemeBuilder.Register(func(s *runtime.Scheme) error { s.AddKnownTypes(GroupVersion, &F{}); return nil })
	registry.Register(&G{})
}
var _ = api.SchemeBuilder.Register(&H{})
";
        let expected = "package a 1:9
register SchemeGroupVersion: A, AList, B, C
register pkg.GroupVersion: D
register SchemeGroupVersion: (meta types)
register (scheme builder): E, EList, (meta types)
register GroupVersion: F
register (scheme builder): H, (meta types)
";
        assert_eq!(shown(text), expected);
    }
}
