//! The formats `hexcolor` and `rgbcolor`.

use super::{Family, Format};
use crate::regex::LazyPattern;

pub(super) static HEX_COLOR: Format = Format {
    name: "hexcolor",
    family: Family::OpenApi,
    since: 0,
    doc: "A color as three or six hexadecimal digits, with or without `#`.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsHexcolor",
    examples: &["#FFFFFF", "fff"],
    counterexamples: &["", "#ffff", "#ggg"],
    accepts: |text| {
        let digits = text.strip_prefix('#').unwrap_or(text);
        matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    },
    messages: None,
};

pub(super) static RGB_COLOR: Format = Format {
    name: "rgbcolor",
    family: Family::OpenApi,
    since: 0,
    doc: "A color as three numbers up to 255 in `rgb(…)`.",
    source: "k8s.io/kube-openapi/pkg/internal/third_party/govalidator.IsRGBcolor",
    examples: &["rgb(255,255,255)", "rgb( 1, 2, 3 )"],
    counterexamples: &["", "rgb(256,0,0)", "RGB(1,2,3)", "rgb(01,2,3)"],
    accepts: |text| RGB.compiled().is_ok_and(|rgb| rgb.is_match(text)),
    messages: None,
};

static RGB: LazyPattern = LazyPattern::new(concat!(
    r"^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,",
    r"\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$",
));
