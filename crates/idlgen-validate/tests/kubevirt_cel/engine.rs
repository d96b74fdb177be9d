//! Evaluates CEL expressions for both targets.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc, sync::Arc};

use idlgen_cel::{Environment, Type, Variables, Version, compile};
use idlgen_runtime::{
    cel::{self, CostTracker, Plan, Shape, Value},
    value::Value as _,
};
use idlgen_validate::{
    Definitions, Schema, ZeroMode,
    cel::{resource_decl_type, shape},
    kubevirt::CelTarget,
};
use serde_json::{Value as Json, json};

/// The minor version of Kubernetes whose CEL environment evaluates the rules.
const MINOR: u8 = 35;

pub(crate) struct Engine {
    schema: Schema,
    shape: Shape,
    plans: RefCell<BTreeMap<String, Rc<Plan>>>,
}

impl Engine {
    pub(crate) fn new() -> Self {
        let (schema, problems) = Schema::from_json(&schema());
        assert!(problems.is_empty(), "{problems:?}");
        let shape = Shape::new(shape(&schema, &Definitions::default(), true, ZeroMode::Crd));
        Engine { schema, shape, plans: RefCell::default() }
    }

    /// Returns `true` if an expression is true for a VM, and `false` if it is false or fails.
    pub(crate) fn holds(&self, target: CelTarget, text: &str, machine: &Json) -> bool {
        let name = if target == CelTarget::Policy { "object" } else { "self" };
        let made = self.plans.borrow().get(text).cloned();
        let plan = made.unwrap_or_else(|| {
            let plan = Rc::new(self.plan(target, name, text));
            self.plans.borrow_mut().insert(text.to_owned(), plan.clone());
            plan
        });
        let shape = if target == CelTarget::Policy { Shape::dynamic() } else { &self.shape };
        let value = Value::of_data(machine.as_value(), shape).unwrap();
        let mut cost = CostTracker::default();
        plan.evaluate_bool(&[value], &mut cost).unwrap_or(false)
    }

    fn plan(&self, target: CelTarget, name: &str, text: &str) -> Plan {
        let environment = Environment::new(Version::new(MINOR));
        let variables = match target {
            CelTarget::Policy => Variables::none().with("object", Type::Dyn),
            CelTarget::Definition => {
                let declared =
                    resource_decl_type(&self.schema, &Definitions::default(), environment.version()).unwrap();
                Variables::of_rule(environment.version(), Arc::new(declared), false, "selfType")
            }
        };
        let compiled = compile(text, &environment, &variables).unwrap_or_else(|error| panic!("{error}"));
        if target == CelTarget::Definition {
            // The server's cost limit for one rule.
            let cost = compiled.cost(&environment, &variables).max;
            assert!(cost <= 10_000_000, "{cost}: {text}");
        }
        Plan::new(&compiled.program(), &[name], cel::Environment::new(MINOR)).unwrap()
    }
}

/// Returns the parts of KubeVirt's schema that the rules of these tests use.
pub(crate) fn schema() -> Json {
    let text = json!({"type": "string"});
    let integer = json!({"type": "integer", "format": "int32"});
    let quantity = json!({"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true,
        "pattern": r"^[+-]?[0-9]+(\.[0-9]*)?(([KMGTPE]i)|[numkMGTPE]|([eE][+-]?[0-9]+))?$"});
    let object = |properties: Json| json!({"type": "object", "properties": properties});
    let quantities = json!({"type": "object", "additionalProperties": quantity});
    let target = object(json!({"bus": text}));
    let mut disk = object(json!({
        "name": text, "disk": target, "cdrom": target, "lun": target, "serial": text, "bootOrder": {"type": "integer"},
    }));
    disk["required"] = json!(["name"]);
    let mut interface = object(json!({
        "name": text, "model": text, "masquerade": {"type": "object"},
        "ports": {"type": "array", "items": object(json!({"port": integer}))},
    }));
    interface["required"] = json!(["name"]);
    let mut domain = object(json!({
        "cpu": object(json!({"cores": integer, "sockets": integer, "model": text})),
        "memory": object(json!({"guest": quantity})),
        "resources": object(json!({"requests": quantities, "limits": quantities})),
        "machine": object(json!({"type": text})),
        "firmware": object(json!({"serial": text})),
        "ioThreadsPolicy": text,
        "devices": object(json!({
            "disks": {"type": "array", "maxItems": 256, "items": disk},
            "interfaces": {"type": "array", "maxItems": 256, "items": interface},
        })),
    }));
    domain["required"] = json!(["devices"]);
    let mut spec = object(json!({
        "domain": domain, "hostname": text,
        "terminationGracePeriodSeconds": {"type": "integer", "format": "int64"},
    }));
    spec["required"] = json!(["domain"]);
    let mut template = object(json!({"spec": spec}));
    template["required"] = json!(["spec"]);
    let mut spec = object(json!({"template": template}));
    spec["required"] = json!(["template"]);
    let mut root = object(json!({"spec": spec}));
    root["required"] = json!(["spec"]);
    root
}
