//! What the nodes of a schema say, laid out for a verdict.

use super::super::{
    branch,
    compile::Compiled,
    node::{Additional, Node, NodeId},
    options::ValidatorOptions,
};
use crate::{
    compiled::{Check, Family, ValueTypes},
    schema::ListType,
};

/// All nodes of a schema.
#[derive(Clone, Debug)]
pub(in super::super) struct Forms {
    targets: Vec<Target>,
    forms: Vec<Form>,
    /// Stand in for what cannot be missing.
    no_target: Target,
    no_form: Form,
}

/// Where a value is judged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The types of values that are right whatever else they are.
    pub(super) right: ValueTypes,
    /// The types of values that are wrong whatever else they are.
    pub(super) wrong: ValueTypes,
    /// Whether duplicates in lists count: they do not in what a branch says.
    pub(super) finds_duplicates: bool,
    /// How many nodes the value has come through when it is judged by the node, at most [`MOST_LEVELS`].
    pub(super) levels: u16,
    /// How many steps it takes, at most, to know of a value that it is right or wrong at once.
    pub(super) steps: u16,
    /// Judges all other values.
    pub(super) node: NodeId,
}

/// So many nodes stand in one another where something is known at once.
pub(super) const MOST_LEVELS: u16 = 16;

/// So many steps are taken where something is known at once.
const MOST_STEPS: u16 = 256;

/// What a node says.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// The types of values of which nothing is asked but what their properties and elements are.
    pub(super) is_plain: ValueTypes,
    /// The types of values that only the walk of everything knows how to judge.
    pub(super) is_beyond: ValueTypes,
    pub(super) object: Option<Object>,
    pub(super) items: Option<Target>,
}

/// What a node says of objects.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// By the places of the properties.
    pub(super) properties: Vec<Property>,
    /// For properties that are not declared.
    pub(super) others: Target,
    /// The bits of the properties that must be there.
    pub(super) required: u64,
    /// Names that must be there, too: those that are not declared, and those for which there was no bit.
    pub(super) further_required: Vec<String>,
}

/// A declared property.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    pub(super) target: Target,
    /// Its bit, if it must be there.
    pub(super) required: u64,
}

impl Forms {
    /// Lays out the nodes of a schema.
    pub(in super::super) fn new(compiled: &Compiled, options: &ValidatorOptions) -> Self {
        let unknown = Target {
            right: ValueTypes::NONE,
            wrong: ValueTypes::NONE,
            finds_duplicates: true,
            levels: 1,
            steps: 1,
            node: Compiled::ROOT,
        };
        let no_form = Form { is_plain: ValueTypes::NONE, is_beyond: ValueTypes::ALL, object: None, items: None };
        let mut forms =
            Forms { targets: vec![unknown; compiled.ids().len()], forms: Vec::new(), no_target: unknown, no_form };
        // Most branches stand behind the nodes that they belong to. Of the others nothing is known at once.
        for id in compiled.ids().rev() {
            let target = forms.known_at_once(compiled.get(id), id, options);
            if let Some(known) = forms.targets.get_mut(id.index()) {
                *known = target;
            }
        }
        let resolved = compiled.ids().map(|id| forms.resolved(compiled, id)).collect();
        forms.targets = resolved;
        forms.forms = compiled.ids().map(|id| forms.form(compiled, compiled.get(id), options)).collect();
        forms
    }

    /// Where the values of a node are judged.
    #[inline]
    pub(super) fn target(&self, id: NodeId) -> &Target {
        self.targets.get(id.index()).unwrap_or(&self.no_target)
    }

    /// What a node says.
    #[inline]
    pub(super) fn get(&self, id: NodeId) -> &Form {
        self.forms.get(id.index()).unwrap_or(&self.no_form)
    }

    /// What is known of values because of their types, by what is known of the branches.
    fn known_at_once(&self, node: &Node, id: NodeId, options: &ValidatorOptions) -> Target {
        let (mut right, mut wrong) = (ValueTypes::ALL, ValueTypes::NONE);
        // Of all checks only those of type and enum look at null.
        let (mut null_is_right, mut null_is_wrong) = (true, false);
        let (mut levels, mut steps) = (0, 1_u16);
        for check in &node.checks {
            for branch in check.branches() {
                let branch = self.target(*branch);
                levels = levels.max(branch.levels);
                let tried = if matches!(check, Check::AllOf(_)) { 0 } else { branch::STEPS as u16 };
                steps = steps.saturating_add(branch.steps).saturating_add(tried);
            }
            let branches = || check.branches().iter().map(|branch| self.target(*branch));
            match check {
                Check::Type { certain, refused, .. } => {
                    right = right & *certain;
                    wrong = wrong | *refused;
                    null_is_right &= certain.meet(ValueTypes::NULL);
                    null_is_wrong |= refused.meet(ValueTypes::NULL);
                }
                Check::AllOf(_) => {
                    for branch in branches() {
                        right = right & branch.right;
                        wrong = wrong | branch.wrong;
                    }
                }
                Check::AnyOf(_) => {
                    right = right & branches().fold(ValueTypes::NONE, |types, branch| types | branch.right);
                    wrong = wrong | branches().fold(ValueTypes::ALL, |types, branch| types & branch.wrong);
                }
                Check::OneOf(_) => {
                    let (mut once, mut twice, mut known) = (ValueTypes::NONE, ValueTypes::NONE, ValueTypes::ALL);
                    for branch in branches() {
                        twice = twice | (once & branch.right);
                        once = once | branch.right;
                        known = known & (branch.right | branch.wrong);
                    }
                    right = right & once & !twice & known;
                    wrong = wrong | twice | (known & !once);
                }
                Check::Not(_) => {
                    for branch in branches() {
                        right = right & branch.wrong;
                        wrong = wrong | branch.right;
                    }
                }
                Check::Enumeration(_) => {
                    right = ValueTypes::NONE;
                    null_is_right = false;
                }
                _ => right = right & !looked_at(check.family()),
            }
        }
        if finds_duplicates(node) {
            right = right & !ValueTypes::LIST;
        }
        levels += 1;
        let runs_rules = options.rules_in_junctors && node.checks.iter().any(is_junctor);
        if runs_rules || levels > MOST_LEVELS || steps > MOST_STEPS {
            (right, wrong) = (ValueTypes::NONE, ValueTypes::NONE);
            (levels, steps) = (1, 1);
        }
        let null = |is: bool| if is { ValueTypes::NULL } else { ValueTypes::NONE };
        Target {
            right: (right & !ValueTypes::NULL) | null(null_is_right),
            wrong: (wrong & !ValueTypes::NULL) | null(null_is_wrong),
            finds_duplicates: true,
            levels,
            steps,
            node: id,
        }
    }

    /// The node that says something, if this one only says that another applies.
    fn resolved(&self, compiled: &Compiled, id: NodeId) -> Target {
        let mut target = Target { levels: 1, ..*self.target(id) };
        while let node = compiled.get(target.node)
            && let [Check::AllOf(branches)] = node.checks.as_slice()
            && let [branch] = branches.as_slice()
            && !finds_duplicates(node)
            && target.levels < MOST_LEVELS
        {
            let known = self.target(*branch);
            target = Target {
                // It is not asked of null.
                right: known.right | ValueTypes::NULL,
                wrong: known.wrong & !ValueTypes::NULL,
                finds_duplicates: false,
                levels: target.levels + 1,
                steps: target.levels + known.steps,
                node: *branch,
            };
        }
        target
    }

    fn form(&self, compiled: &Compiled, node: &Node, options: &ValidatorOptions) -> Form {
        let mut is_plain = ValueTypes::ALL;
        let mut is_beyond = ValueTypes::NONE;
        for check in &node.checks {
            match check {
                Check::Type { certain, .. } => is_plain = is_plain & *certain,
                Check::Items | Check::Properties | Check::Required => {}
                Check::AdditionalProperties => {
                    // What declared properties hold is gone through as if they were not.
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
                | Check::NumberFormat
                | Check::MultipleOf(_)
                | Check::Minimum(_)
                | Check::Maximum(_) => is_beyond = is_beyond | looked_at(check.family()),
                check if is_junctor(check) && options.rules_in_junctors => is_beyond = ValueTypes::ALL,
                check => is_plain = is_plain & !looked_at(check.family()),
            }
        }
        let says_nothing_of_objects = node.properties.is_empty()
            && node.required.is_empty()
            && matches!(node.additional, Additional::Unsaid | Additional::Anything);
        Form {
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

/// Whether the list may have no duplicates.
fn finds_duplicates(node: &Node) -> bool {
    matches!(node.list_type, Some(ListType::Set | ListType::Map))
}

/// Whether it is a check whose branches may or may not hold.
fn is_junctor<C>(check: &Check<C>) -> bool {
    matches!(check, Check::AnyOf(_) | Check::OneOf(_) | Check::Not(_))
}

/// The types of values that the checks of a family look at.
fn looked_at(family: Family) -> ValueTypes {
    match family {
        Family::Type | Family::Composite | Family::Enumeration => ValueTypes::ALL,
        Family::Text => ValueTypes::STRING,
        Family::Number => ValueTypes::INT | ValueTypes::FLOAT,
        Family::List => ValueTypes::LIST,
        Family::Object => ValueTypes::MAP,
    }
}
