//! The compact form of schema nodes for verdicts.

use super::{
    super::{
        node::Compiled,
        node::{Additional, Node, NodeId},
        options::ValidatorOptions,
    },
    target::Target,
};
use crate::compiled::{Check, Family, ValueTypes};

/// The compact form of all nodes of a schema.
#[derive(Clone, Debug)]
pub(in super::super) struct CompactNodes {
    targets: Vec<Target>,
    nodes: Vec<CompactNode>,
    /// The target that is returned if a node does not exist.
    no_target: Target,
    no_form: CompactNode,
}

/// The compact form of a node.
#[derive(Clone, Debug)]
pub(super) struct CompactNode {
    /// The value types that need no checks except those of their properties and elements.
    pub(super) is_plain: ValueTypes,
    /// The value types that the fast walk does not support.
    pub(super) is_beyond: ValueTypes,
    pub(super) object: Option<Object>,
    pub(super) items: Option<Target>,
}

/// The checks of an object.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// The declared properties, in the order of the node.
    pub(super) properties: Vec<Property>,
    /// The target of undeclared properties.
    pub(super) others: Target,
    /// The bits of all required properties, combined.
    pub(super) required: u64,
    /// Required names without a bit: undeclared properties, and properties beyond the number of bits.
    pub(super) further_required: Vec<String>,
}

/// A declared property.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub(super) target: Target,
    /// The bit of the property if it is required, otherwise 0.
    pub(super) required: u64,
}

impl CompactNodes {
    /// Builds the compact form of a schema.
    pub(in super::super) fn new(compiled: &Compiled, options: &ValidatorOptions) -> Self {
        let unknown = Target {
            right: ValueTypes::NONE,
            wrong: ValueTypes::NONE,
            finds_duplicates: true,
            levels: 1,
            steps: 1,
            node: Compiled::ROOT,
        };
        let no_form = CompactNode { is_plain: ValueTypes::NONE, is_beyond: ValueTypes::ALL, object: None, items: None };
        let mut forms = CompactNodes {
            targets: vec![unknown; compiled.ids().len()],
            nodes: Vec::new(),
            no_target: unknown,
            no_form,
        };
        // Branches usually come after the nodes that contain them. Nothing is precomputed from branches that come
        // before.
        for id in compiled.ids().rev() {
            let target = forms.known_at_once(compiled.get(id), id, options);
            if let Some(known) = forms.targets.get_mut(id.index()) {
                *known = target;
            }
        }
        let resolved = compiled.ids().map(|id| forms.resolved(compiled, id)).collect();
        forms.targets = resolved;
        forms.nodes = compiled.ids().map(|id| forms.form(compiled, compiled.get(id), options)).collect();
        forms
    }

    #[inline]
    pub(super) fn target(&self, id: NodeId) -> &Target {
        self.targets.get(id.index()).unwrap_or(&self.no_target)
    }

    /// Returns the compact form of a node.
    #[inline]
    pub(super) fn get(&self, id: NodeId) -> &CompactNode {
        self.nodes.get(id.index()).unwrap_or(&self.no_form)
    }

    fn form(&self, compiled: &Compiled, node: &Node, options: &ValidatorOptions) -> CompactNode {
        let mut is_plain = ValueTypes::ALL;
        let mut is_beyond = ValueTypes::NONE;
        for check in &node.checks {
            match check {
                Check::Type { certain, .. } => is_plain = is_plain & *certain,
                Check::Items | Check::Properties | Check::Required => {}
                Check::AdditionalProperties => {
                    // Lists in declared properties are then also checked with the schema of undeclared ones.
                    let has_list_types = node.additional.node().is_some_and(|id| compiled.get(*id).has_list_types);
                    if has_list_types && !node.properties.is_empty() {
                        is_beyond = is_beyond | ValueTypes::MAP;
                    }
                }
                Check::Tuple
                | Check::Dependencies
                | Check::PatternProperties
                | Check::EmbeddedResource
                | Check::Quantity
                | Check::NumberFormat => is_beyond = is_beyond | looked_at(check.family()),
                Check::Limit(keyword, _) if keyword.row().family() == Family::Number => {
                    is_beyond = is_beyond | looked_at(Family::Number);
                }
                Check::AnyOf(_) | Check::OneOf(_) | Check::Not(_) if options.rules_in_junctors => {
                    is_beyond = ValueTypes::ALL;
                }
                Check::AllOf(_) | Check::AnyOf(_) | Check::OneOf(_) | Check::Not(_) | Check::Limit(..) => {
                    is_plain = is_plain & !looked_at(check.family());
                }
            }
        }
        let says_nothing_of_objects = node.properties.is_empty()
            && node.required.is_empty()
            && matches!(node.additional, Additional::Unsaid | Additional::Anything);
        CompactNode {
            is_plain,
            is_beyond,
            object: (!says_nothing_of_objects).then(|| self.object(node)),
            items: node.items.map(|id| *self.target(id)),
        }
    }

    fn object(&self, node: &Node) -> Object {
        let anything = Target { right: ValueTypes::ALL, ..self.no_target };
        let others = match node.additional {
            Additional::Unsaid | Additional::Anything => anything,
            Additional::Nothing => Target { wrong: ValueTypes::ALL, ..self.no_target },
            Additional::Node(id) => *self.target(id),
        };
        let mut properties: Vec<Property> = node
            .properties
            .values()
            .map(|property| Property { target: *self.target(property.node), required: 0 })
            .collect();
        let mut required = 0_u64;
        let mut further_required = Vec::new();
        for name in &node.required {
            let property = node.properties.get_index_of(name).and_then(|place| properties.get_mut(place));
            match property {
                Some(property) if required != u64::MAX => {
                    property.required = !required & required.wrapping_add(1);
                    required |= property.required;
                }
                _ => further_required.push(name.clone()),
            }
        }
        Object { properties, others, required, further_required }
    }
}

/// Returns the value types to which the checks of a family apply.
pub(super) fn looked_at(family: Family) -> ValueTypes {
    match family {
        Family::Type | Family::Composite | Family::Enumeration => ValueTypes::ALL,
        Family::Text => ValueTypes::STRING,
        Family::Number => ValueTypes::INT | ValueTypes::FLOAT,
        Family::List => ValueTypes::LIST,
        Family::Object => ValueTypes::MAP,
    }
}
