//! General categories.

/// A set of general categories. Bit N is for the category with the index N in the table of categories.
pub(super) type Categories = u32;

/// The names of the categories of characters and of code points that are not assigned, in the order of their bits.
/// Surrogates are not characters.
#[cfg(test)]
pub(super) const NAMES: [&str; 29] = [
    "Cc", "Cf", "Cn", "Co", "Ll", "Lm", "Lo", "Lt", "Lu", "Mc", "Me", "Mn", "Nd", "Nl", "No", "Pc", "Pd", "Pe", "Pf",
    "Pi", "Po", "Ps", "Sc", "Sk", "Sm", "So", "Zl", "Zp", "Zs",
];

pub(super) const NONE: Categories = 0;
pub(super) const CC: Categories = 1;
pub(super) const CF: Categories = 1 << 1;
pub(super) const CN: Categories = 1 << 2;
pub(super) const CO: Categories = 1 << 3;
pub(super) const LL: Categories = 1 << 4;
pub(super) const LM: Categories = 1 << 5;
pub(super) const LO: Categories = 1 << 6;
pub(super) const LT: Categories = 1 << 7;
pub(super) const LU: Categories = 1 << 8;
pub(super) const MC: Categories = 1 << 9;
pub(super) const ME: Categories = 1 << 10;
pub(super) const MN: Categories = 1 << 11;
pub(super) const ND: Categories = 1 << 12;
pub(super) const NL: Categories = 1 << 13;
pub(super) const NO: Categories = 1 << 14;
pub(super) const PC: Categories = 1 << 15;
pub(super) const PD: Categories = 1 << 16;
pub(super) const PE: Categories = 1 << 17;
pub(super) const PF: Categories = 1 << 18;
pub(super) const PI: Categories = 1 << 19;
pub(super) const PO: Categories = 1 << 20;
pub(super) const PS: Categories = 1 << 21;
pub(super) const SC: Categories = 1 << 22;
pub(super) const SK: Categories = 1 << 23;
pub(super) const SM: Categories = 1 << 24;
pub(super) const SO: Categories = 1 << 25;
pub(super) const ZL: Categories = 1 << 26;
pub(super) const ZP: Categories = 1 << 27;
pub(super) const ZS: Categories = 1 << 28;

/// `C` of Go 1.25 and later includes the code points that are not assigned.
pub(super) const C: Categories = CC | CF | CN | CO;
pub(super) const L: Categories = LC | LM | LO;
/// Cased letters.
pub(super) const LC: Categories = LL | LT | LU;
pub(super) const M: Categories = MC | ME | MN;
pub(super) const N: Categories = ND | NL | NO;
pub(super) const P: Categories = PC | PD | PE | PF | PI | PO | PS;
pub(super) const S: Categories = SC | SK | SM | SO;
pub(super) const Z: Categories = ZL | ZP | ZS;
pub(super) const ASSIGNED: Categories = !CN;
