//! Go's operators for constants.

use super::ConstantValue;

/// Evaluates `operator operand`. `unsigned_bits` is the width of the operand's type if that is unsigned.
pub(super) fn unary(operator: char, operand: &ConstantValue, unsigned_bits: Option<u32>) -> Option<ConstantValue> {
    Some(match (operator, operand) {
        ('+', ConstantValue::Integer(_) | ConstantValue::Float(_)) => operand.clone(),
        ('-', ConstantValue::Integer(value)) => ConstantValue::Integer(value.checked_neg()?),
        ('-', ConstantValue::Float(value)) => ConstantValue::Float(-value),
        ('^', ConstantValue::Integer(value)) => ConstantValue::Integer(match unsigned_bits {
            None => !value,
            Some(bits) => !value & ((1i128 << bits) - 1),
        }),
        ('!', ConstantValue::Bool(value)) => ConstantValue::Bool(!value),
        _ => return None,
    })
}

/// Evaluates `left operator right`.
pub(super) fn binary(operator: &str, left: &ConstantValue, right: &ConstantValue) -> Option<ConstantValue> {
    match (left, right) {
        (ConstantValue::Integer(left), ConstantValue::Integer(right)) => integers(operator, *left, *right),
        (ConstantValue::Float(left), ConstantValue::Float(right)) => floats(operator, *left, *right),
        (ConstantValue::Integer(left), ConstantValue::Float(right)) => floats(operator, *left as f64, *right),
        (ConstantValue::Float(left), ConstantValue::Integer(right)) => match operator {
            "<<" | ">>" if left.fract() == 0.0 => integers(operator, *left as i128, *right),
            _ => floats(operator, *left, *right as f64),
        },
        (ConstantValue::String(left), ConstantValue::String(right)) => strings(operator, left, right),
        (ConstantValue::Bool(left), ConstantValue::Bool(right)) => Some(ConstantValue::Bool(match operator {
            "&&" => *left && *right,
            "||" => *left || *right,
            "==" => left == right,
            "!=" => left != right,
            _ => return None,
        })),
        _ => None,
    }
}

fn integers(operator: &str, left: i128, right: i128) -> Option<ConstantValue> {
    let value = match operator {
        "+" => left.checked_add(right)?,
        "-" => left.checked_sub(right)?,
        "*" => left.checked_mul(right)?,
        "/" => left.checked_div(right)?,
        "%" => left.checked_rem(right)?,
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "&^" => left & !right,
        "<<" => {
            let shifted = left.checked_shl(u32::try_from(right).ok()?)?;
            if shifted.checked_shr(u32::try_from(right).ok()?)? != left {
                return None;
            }
            shifted
        }
        ">>" => left >> u32::try_from(right).ok()?.min(127),
        _ => return compared(operator, left.cmp(&right)),
    };
    Some(ConstantValue::Integer(value))
}

fn floats(operator: &str, left: f64, right: f64) -> Option<ConstantValue> {
    let value = match operator {
        "+" => left + right,
        "-" => left - right,
        "*" => left * right,
        "/" if right != 0.0 => left / right,
        "/" => return None,
        _ => return compared(operator, left.partial_cmp(&right)?),
    };
    value.is_finite().then_some(ConstantValue::Float(value))
}

fn strings(operator: &str, left: &str, right: &str) -> Option<ConstantValue> {
    /// Limits memory use: a chain of doublings would grow exponentially. Longer strings are not written by hand.
    const LONGEST: usize = 1 << 16;
    match operator {
        "+" if left.len() + right.len() > LONGEST => None,
        "+" => Some(ConstantValue::String(format!("{left}{right}"))),
        _ => compared(operator, left.cmp(right)),
    }
}

fn compared(operator: &str, order: std::cmp::Ordering) -> Option<ConstantValue> {
    Some(ConstantValue::Bool(match operator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_arithmetic() {
        for (left, operator, right, expected) in [
            (1, "<<", 10, Some(1024)),
            (1, "<<", 126, Some(1 << 126)),
            (1, "<<", 127, None),
            (3, "<<", 200, None),
            (-8, ">>", 1, Some(-4)),
            (7, ">>", 500, Some(0)),
            (-7, "/", 2, Some(-3)),
            (-7, "%", 2, Some(-1)),
            (1, "/", 0, None),
            (i128::MAX, "+", 1, None),
            (0b1100, "&^", 0b0100, Some(0b1000)),
            (6, "^", 3, Some(5)),
            (1, "<<", -1, None),
        ] {
            assert_eq!(
                binary(operator, &ConstantValue::Integer(left), &ConstantValue::Integer(right)),
                expected.map(ConstantValue::Integer),
                "{left} {operator} {right}"
            );
        }
    }

    #[test]
    fn mixed_operands() {
        let float = ConstantValue::Float;
        let integer = ConstantValue::Integer;
        let text = |text: &str| ConstantValue::String(text.to_owned());
        for (left, operator, right, expected) in [
            (integer(1), "/", float(2.0), Some(float(0.5))),
            (float(1.0), "<<", integer(3), Some(integer(8))),
            (float(1.0), "/", integer(0), None),
            (text("a"), "+", text("b"), Some(text("ab"))),
            (text("a"), "<", text("b"), Some(ConstantValue::Bool(true))),
            (text("a"), "+", integer(1), None),
        ] {
            assert_eq!(binary(operator, &left, &right), expected, "{left:?} {operator} {right:?}");
        }
    }

    /// Each operator with its results for `(13, 6)`, `(6, 6)` and `(6, 13)`, as `go run` prints them.
    #[test]
    fn operators_of_integers() {
        let results: &[(&str, [i128; 3])] = &[
            ("+", [19, 12, 19]),
            ("-", [7, 0, -7]),
            ("*", [78, 36, 78]),
            ("/", [2, 1, 0]),
            ("%", [1, 0, 6]),
            ("&", [4, 6, 4]),
            ("|", [15, 6, 15]),
            ("^", [11, 0, 11]),
            ("&^", [9, 0, 2]),
            ("<<", [832, 384, 49152]),
            (">>", [0, 0, 0]),
        ];
        let operands = [(13, 6), (6, 6), (6, 13)].map(|(left, right)| [left, right].map(ConstantValue::Integer));
        for (operator, expected) in results {
            for ([left, right], expected) in operands.iter().zip(expected) {
                let value = Some(ConstantValue::Integer(*expected));
                assert_eq!(binary(operator, left, right), value, "{left:?} {operator} {right:?}");
            }
        }
        assert_eq!(binary("&&", &operands[0][0], &operands[0][1]), None);
    }

    /// Comparisons of a greater with a lesser value, of equal values, and of a lesser with a greater value.
    #[test]
    fn comparisons() {
        let text = |text: &str| ConstantValue::String(text.to_owned());
        let (integer, float) = (ConstantValue::Integer, ConstantValue::Float);
        let operands = [
            [integer(3), integer(2), integer(2)],
            [float(2.5), float(1.5), float(1.5)],
            [float(2.5), integer(2), float(2.0)],
            [integer(2), float(1.5), float(1.5)],
            [text("b"), text("a"), text("a")],
        ];
        for (operator, expected) in [
            ("==", [false, true, false]),
            ("!=", [true, false, true]),
            ("<", [false, false, true]),
            ("<=", [false, true, true]),
            (">", [true, false, false]),
            (">=", [true, true, false]),
        ] {
            for [greater, lesser, equal] in &operands {
                let found = [(greater, lesser), (lesser, equal), (lesser, greater)]
                    .map(|(left, right)| binary(operator, left, right));
                let expected = expected.map(|value| Some(ConstantValue::Bool(value)));
                assert_eq!(found, expected, "{greater:?} {operator} {lesser:?}");
            }
        }
    }

    #[test]
    fn operators_of_floats_and_truth_values() {
        let (float, integer, truth) = (ConstantValue::Float, ConstantValue::Integer, ConstantValue::Bool);
        for (left, operator, right, expected) in [
            (float(1.5), "+", float(0.5), Some(float(2.0))),
            (float(1.5), "-", float(0.5), Some(float(1.0))),
            (float(1.5), "*", float(0.5), Some(float(0.75))),
            (float(1.5), "/", float(0.5), Some(float(3.0))),
            (float(1.5), "/", float(0.0), None),
            (float(1.5), "%", float(0.5), None),
            (float(f64::MAX), "+", float(f64::MAX), None),
            (integer(2), "-", float(0.5), Some(float(1.5))),
            (float(2.5), "-", integer(1), Some(float(1.5))),
            (float(2.5), "*", integer(2), Some(float(5.0))),
            (float(6.0), ">>", integer(1), Some(integer(3))),
            (float(6.5), ">>", integer(1), None),
            (float(6.5), "<<", integer(1), None),
            (truth(true), "&&", truth(true), Some(truth(true))),
            (truth(true), "&&", truth(false), Some(truth(false))),
            (truth(true), "||", truth(false), Some(truth(true))),
            (truth(false), "||", truth(false), Some(truth(false))),
            (truth(true), "==", truth(true), Some(truth(true))),
            (truth(true), "==", truth(false), Some(truth(false))),
            (truth(true), "!=", truth(true), Some(truth(false))),
            (truth(true), "!=", truth(false), Some(truth(true))),
            (truth(true), "<", truth(false), None),
            (truth(true), "+", integer(1), None),
        ] {
            assert_eq!(binary(operator, &left, &right), expected, "{left:?} {operator} {right:?}");
        }
        for (operator, operand, expected) in [
            ('+', integer(13), Some(integer(13))),
            ('+', float(1.5), Some(float(1.5))),
            ('-', integer(13), Some(integer(-13))),
            ('-', integer(i128::MIN), None),
            ('-', float(1.5), Some(float(-1.5))),
            ('!', truth(true), Some(truth(false))),
            ('!', truth(false), Some(truth(true))),
            ('-', truth(true), None),
            ('^', float(1.5), None),
        ] {
            assert_eq!(unary(operator, &operand, None), expected, "{operator}{operand:?}");
        }
    }

    #[test]
    fn strings_are_joined_up_to_64_kibibytes() {
        let text = |length: usize| ConstantValue::String("a".repeat(length));
        assert_eq!(binary("+", &text(1), &text((1 << 16) - 1)), Some(text(1 << 16)));
        assert_eq!(binary("+", &text(2), &text((1 << 16) - 1)), None);
        assert_eq!(binary("-", &text(1), &text(1)), None);
    }

    #[test]
    fn complements() {
        let complement = |value, bits| unary('^', &ConstantValue::Integer(value), bits);
        assert_eq!(complement(0, Some(8)), Some(ConstantValue::Integer(255)));
        assert_eq!(complement(13, Some(8)), Some(ConstantValue::Integer(242)));
        assert_eq!(complement(13, Some(64)), Some(ConstantValue::Integer(18_446_744_073_709_551_602)));
        assert_eq!(complement(0, None), Some(ConstantValue::Integer(-1)));
        assert_eq!(unary('!', &ConstantValue::Integer(0), None), None);
    }
}
