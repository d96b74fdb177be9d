//! A case: a rule with its input.

use idlgen_testing::Random;
use serde_json::{Value as Json, json};

use super::{
    expression::{Generator, functions},
    schema::{self, Objects},
    self_value,
    term::Term,
};

/// A rule and its input, in the format of the oracle.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) minor: u8,
    pub(crate) rule: String,
    /// `None` for an expression without variables.
    pub(crate) on: Option<On>,
}

/// The input of a rule.
#[derive(Clone, Debug)]
pub(crate) struct On {
    pub(crate) schema: Json,
    pub(crate) object: Json,
    /// `None` only if `oldSelf` is optional.
    pub(crate) old: Option<Json>,
    pub(crate) optional_old_self: bool,
    pub(crate) is_resource: bool,
    pub(crate) message_expression: Option<String>,
}

impl Case {
    /// Returns a random case for Kubernetes `1.newest`, or, once in five times, a version down to `1.oldest`.
    pub(crate) fn random(random: &mut Random, newest: u8, oldest: u8) -> Case {
        let minor = if random.percent(80) {
            newest
        } else {
            oldest.saturating_add(random.below(usize::from(newest.saturating_sub(oldest)) + 1) as u8)
        };
        let is_plain = random.percent(35);
        let depth = random.below(5) + 1;
        let mut generator = Generator {
            random,
            objects: Objects::new(),
            scope: Vec::new(),
            functions: functions(minor),
            minor,
            names: 0,
        };
        if is_plain {
            let of = match generator.random.below(10) {
                0..=4 => Term::simple("bool"),
                5 => Term::simple("int"),
                6 => Term::simple("string"),
                7 => Term::simple("double"),
                _ => generator.any_type(1),
            };
            let mut rule = generator.expression(&of, depth);
            if generator.random.percent(1) {
                rule.push_str(generator.random.one_of(&[" in", " /* c */", ".in", " +", " == /* c */ 1"]));
            }
            return Case { minor, rule, on: None };
        }
        generator.rule(depth)
    }

    /// Returns a case in the form of [`request`](Self::request).
    pub(super) fn read(request: &Json) -> Option<Case> {
        let version = request["version"].as_str().unwrap_or("1.35");
        let minor = version.strip_prefix("1.")?.parse().ok()?;
        let rule = request["rule"].as_str()?.to_owned();
        let on = (request["plain"] != true).then(|| On {
            schema: request["schema"].clone(),
            object: request["self"].clone(),
            old: request.get("oldSelf").cloned(),
            optional_old_self: request["optionalOldSelf"] == true,
            is_resource: request["root"] == true,
            message_expression: request["messageExpression"].as_str().map(str::to_owned),
        });
        Some(Case { minor, rule, on })
    }

    /// Returns the request to the oracle.
    pub(crate) fn request(&self) -> Json {
        let mut request =
            json!({"rule": self.rule, "version": format!("1.{}", self.minor), "plain": self.on.is_none()});
        if let Some(on) = &self.on {
            request["schema"] = on.schema.clone();
            request["self"] = on.object.clone();
            request["root"] = json!(on.is_resource);
            if let Some(old) = &on.old {
                request["oldSelf"] = old.clone();
            }
            if on.optional_old_self {
                request["optionalOldSelf"] = json!(true);
            }
            if let Some(expression) = &on.message_expression {
                request["messageExpression"] = json!(expression);
            }
        }
        request
    }
}

impl Generator<'_> {
    fn rule(&mut self, depth: usize) -> Case {
        let is_resource = self.random.percent(15);
        let mut objects = Objects::new();
        let (schema, of) = loop {
            let of_object = is_resource || self.random.percent(80);
            let made = if of_object {
                schema::object(self.random, 3, &mut objects)
            } else {
                schema::schema(self.random, 3, &mut objects)
            };
            if let (schema, Some(of)) = made {
                // The root may be a resource, but not an embedded one.
                if schema.get("x-kubernetes-embedded-resource").is_none() {
                    break (schema, of);
                }
            }
        };
        if is_resource {
            let mut fields = schema::fields(&objects, &of).cloned().unwrap_or_default();
            schema::add_metadata(&mut fields, &mut objects);
            if let Some(place) = schema::fields_mut(&mut objects, &of) {
                *place = fields;
            }
        }
        let object = self.value(&schema, is_resource);
        let old = if self.random.percent(50) { object.clone() } else { self.value(&schema, is_resource) };
        self.objects = objects;
        self.show("self", &of, 4);
        // Rules can read preserved fields if the schema does not require their type.
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if property.get("type").is_none() && property["x-kubernetes-preserve-unknown-fields"] == true {
                let name = idlgen_cel::escape(name);
                self.scope.extend(name.map(|name| (format!("dyn(self).{name}"), Term::simple("dyn"))));
            }
        }
        let visible = self.scope.len();
        let optional_old_self = self.minor >= 30 && self.random.percent(10);
        if optional_old_self {
            self.show("oldSelf", &Term::optional(of), 0);
        } else if self.random.percent(35) {
            self.show("oldSelf", &of, 4);
        }
        let rule = self.expression(&Term::simple("bool"), depth);
        let message_expression = self.random.percent(10).then(|| self.expression(&Term::simple("string"), 2));
        self.scope.truncate(visible);
        let old = (!optional_old_self || self.random.percent(60)).then_some(old);
        let on = On { schema, object, old, optional_old_self, is_resource, message_expression };
        Case { minor: self.minor, rule, on: Some(on) }
    }

    fn value(&mut self, schema: &Json, is_resource: bool) -> Json {
        let mut object = schema::value(self.random, schema);
        while !self_value::is_value(schema, &object, is_resource) {
            object = schema::value(self.random, schema);
        }
        if let (true, Some(members)) = (is_resource, object.as_object_mut()) {
            members.insert("kind".to_owned(), json!("Pod"));
            members.insert("apiVersion".to_owned(), json!("v1"));
            members.insert("metadata".to_owned(), json!({"name": "n", "labels": {"l": "v"}}));
        }
        object
    }
}
