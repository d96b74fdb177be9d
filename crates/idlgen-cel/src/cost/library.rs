//! The cost of calls of the libraries of Kubernetes, and of cel-go's strings, which Kubernetes prices itself.

use idlgen_runtime::cel::program::Constant;

use crate::ast::Kind;
use crate::types::Type;

use super::call::CallEstimate;
use super::{CostEstimate, Estimator, LIST, Operand, REGEX, STRUCT, SizeEstimate, TRAVERSAL};

/// The longest name of a format.
const FORMAT_NAME: u64 = 64;
/// The longest regular expression of a format.
const FORMAT_REGEX: f64 = 128.0;

impl<'a> Estimator<'a> {
    pub(super) fn kubernetes_call(
        &mut self,
        function: &str,
        overload: &str,
        target: Option<&Operand<'a>>,
        arguments: &[Operand<'a>],
    ) -> Option<CallEstimate> {
        Some(match (function, target, arguments) {
            ("check", ..) => CallEstimate::fixed(350_000),
            (
                "serviceAccount" | "path" | "group" | "resource" | "subresource" | "namespace" | "name" | "allowed"
                | "reason" | "error" | "errored",
                ..,
            ) => CallEstimate::fixed(1),
            ("fieldSelector" | "labelSelector", _, [selector]) => {
                let length = self.operand_size(selector);
                let requirements = length.cost(0.5).scaled((LIST + STRUCT) as f64);
                CallEstimate::of(CostEstimate::fixed(LIST) + length.cost(TRAVERSAL) + requirements)
            }
            ("isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" | "includes", Some(target), _) => {
                self.list_traversal(function, target)
            }
            ("url" | "jsonpatch.escapeKey", _, [text]) => {
                let size = self.operand_size(text);
                CallEstimate::of(size.cost(TRAVERSAL)).with_result(size)
            }
            ("lowerAscii" | "upperAscii" | "substring" | "trim", Some(text), _) => {
                let size = self.operand_size(text);
                CallEstimate::of(size.cost(TRAVERSAL)).with_result(size)
            }
            ("replace", Some(text), [old, new, ..]) => self.replace(text, old, new),
            ("split", Some(text), _) => {
                let size = self.operand_size(text);
                let max = arguments.get(1).and_then(|limit| self.int(limit)).map_or(size.max, |limit| limit as u64);
                CallEstimate::of(size.cost(2.0 * TRAVERSAL)).with_result(SizeEstimate { min: 0, max })
            }
            ("join", Some(list), _) => self.join(list, arguments.first()),
            ("find" | "findAll", Some(text), [pattern, ..]) => {
                let size = self.operand_size(text);
                let cost =
                    (size + SizeEstimate::fixed(1)).cost(TRAVERSAL).times(self.operand_size(pattern).cost(REGEX));
                CallEstimate::of(cost).with_result(SizeEstimate { min: 0, max: size.max })
            }
            ("ip", ..) if overload == "cidr_ip" => CallEstimate::fixed(1),
            ("cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver", _, [text, ..]) => {
                CallEstimate::of(self.operand_size(text).cost(TRAVERSAL))
            }
            ("isFormat" | "validateFormat", Some(text), _)
            | ("utf8.isValid" | "utf8.isPrint" | "utf8.isControl", _, [text]) => {
                CallEstimate::of(self.operand_size(text).cost(TRAVERSAL))
            }
            ("overlaps", _, [other]) => self.contains_address("containsCIDR", overload, other),
            ("matches", Some(labels), [_]) if overload == "labels_matches_selector" => {
                CallEstimate::of(self.operand_size(labels).cost(1.0))
            }
            ("ip.isCanonical", _, [text, ..]) => CallEstimate::of(self.operand_size(text).cost(2.0 * TRAVERSAL)),
            ("containsIP" | "containsCIDR", _, [other, ..]) => self.contains_address(function, overload, other),
            ("validate", _, [text, ..]) => {
                CallEstimate::of(self.operand_size(text).cost(TRAVERSAL).scaled(FORMAT_REGEX * REGEX))
            }
            (
                "masked"
                | "prefixLength"
                | "family"
                | "is4"
                | "is6"
                | "isUnspecified"
                | "isLoopback"
                | "isLinkLocalMulticast"
                | "isLinkLocalUnicast"
                | "isGlobalUnicast"
                | "format.named"
                | "sign"
                | "asInteger"
                | "isInteger"
                | "asApproximateFloat"
                | "isGreaterThan"
                | "isLessThan"
                | "compareTo"
                | "add"
                | "sub"
                | "major"
                | "minor"
                | "patch"
                | "getScheme"
                | "getHostname"
                | "getHost"
                | "getPort"
                | "getEscapedPath"
                | "getQuery",
                ..,
            ) => CallEstimate::fixed(1),
            ("_==_", _, [left, right]) => return equality(left, right),
            _ => return None,
        })
    }

    fn list_traversal(&self, function: &str, target: &Operand<'a>) -> CallEstimate {
        let size = self.operand_size(target);
        let one = CostEstimate::fixed(1);
        match Self::element(target) {
            Some(of) => {
                let each = match of {
                    Type::String | Type::Bytes => one + self.element_size(target).cost(TRAVERSAL),
                    _ => one,
                };
                CallEstimate::of(size.times_cost(each))
            }
            None if function == "includes" => CallEstimate::of(size.times_cost(one)),
            None => CallEstimate::of(size.cost(TRAVERSAL)),
        }
    }

    /// The type of the elements of a list.
    fn element<'t>(list: &Operand<'t>) -> Option<&'t Type> {
        match list.of {
            Type::List(element) => Some(element),
            Type::Map(entry) => Some(&entry.0),
            Type::Opaque(_, parameters) => parameters.first(),
            Type::Type(Some(of)) => Some(of),
            _ => None,
        }
    }

    /// The declared size of the elements of a list.
    fn element_size(&self, list: &Operand<'_>) -> SizeEstimate {
        self.declared_size(list.path, Some("@items")).unwrap_or(SizeEstimate::UNKNOWN)
    }

    fn replace(&self, text: &Operand<'_>, old: &Operand<'_>, new: &Operand<'_>) -> CallEstimate {
        let (size, old, new) = (self.operand_size(text), self.operand_size(old), self.operand_size(new));
        let count = |size: u64, part: u64| (size as f64 / part as f64).ceil() as u64;
        let (most, kept_most) = if old.min == 0 {
            (size.max.saturating_add(1), size.max)
        } else if new.max <= old.min {
            (0, size.max)
        } else {
            (count(size.max, old.min), 0)
        };
        let (least, kept_least) = if old.max == 0 {
            (size.min.saturating_add(1), size.min)
        } else if old.max <= new.min {
            (0, size.min)
        } else {
            (count(size.min, old.max), 0)
        };
        let result =
            SizeEstimate { min: least, max: most }.times(new) + SizeEstimate { min: kept_least, max: kept_most };
        CallEstimate::of(size.cost(2.0 * TRAVERSAL)).with_result(result)
    }

    fn join(&self, list: &Operand<'a>, separator: Option<&Operand<'a>>) -> CallEstimate {
        let length = self.operand_size(list);
        let mut size =
            if Self::element(list).is_some() { length.times(self.element_size(list)) } else { SizeEstimate::default() };
        if let Some(separator) = separator {
            let count = SizeEstimate { min: length.min.saturating_sub(1), max: length.max.saturating_sub(1) };
            size = size + self.operand_size(separator).times(count);
        }
        CallEstimate::of(size.cost(TRAVERSAL)).with_result(size)
    }

    /// Addresses have four or sixteen bytes; texts are parsed first.
    fn contains_address(&self, function: &str, overload: &str, other: &Operand<'_>) -> CallEstimate {
        let address = SizeEstimate { min: 4, max: 16 };
        let mut cost = (address + address).cost(TRAVERSAL);
        if function == "containsCIDR" {
            cost = cost + address.cost(TRAVERSAL) + CostEstimate::fixed(1);
        }
        if matches!(overload, "cidr_contains_ip_string" | "cidr_contains_cidr_string") {
            cost = cost + self.operand_size(other).cost(TRAVERSAL);
        }
        CallEstimate::of(cost)
    }

    pub(super) fn int(&self, operand: &Operand<'_>) -> Option<i64> {
        match self.checked.ast.kind(operand.id?) {
            Kind::Literal(Constant::Int(value)) => Some(*value),
            _ => None,
        }
    }
}

fn equality(left: &Operand<'_>, right: &Operand<'_>) -> Option<CallEstimate> {
    match (left.of, right.of) {
        (Type::Opaque(left, _), Type::Opaque(right, _))
            if left == right && matches!(&**left, "net.IP" | "net.CIDR") =>
        {
            Some(CallEstimate::fixed(1))
        }
        (Type::Object(left_name), Type::Object(right_name)) if left_name == right_name => match &**left_name {
            "kubernetes.NamedFormat" => {
                Some(CallEstimate::of(CostEstimate { min: 1, max: FORMAT_NAME }.scaled(TRAVERSAL)))
            }
            "kubernetes.URL" => {
                // The right side's size counts, on both sides.
                let max = right.size.map_or(1, |size| size.max);
                Some(CallEstimate::of(CostEstimate { min: 1, max }.scaled(TRAVERSAL)))
            }
            name if name.starts_with("kubernetes.") => Some(CallEstimate::fixed(1)),
            _ => None,
        },
        _ => None,
    }
}
