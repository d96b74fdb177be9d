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

    #[test]
    fn complements() {
        let complement = |value, bits| unary('^', &ConstantValue::Integer(value), bits);
        assert_eq!(complement(0, Some(8)), Some(ConstantValue::Integer(255)));
        assert_eq!(complement(0, None), Some(ConstantValue::Integer(-1)));
        assert_eq!(unary('!', &ConstantValue::Integer(0), None), None);
    }
}
