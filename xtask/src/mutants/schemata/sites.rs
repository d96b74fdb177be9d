//! The positions in a file that mutants change.

use std::{collections::BTreeMap, ops::Range};

use syn::{BinOp, Expr, UnOp, spanned::Spanned, visit::Visit};

use crate::mutants::list::Genre;

/// The genre of mutants and the offset of the text that they replace. No two sites have the same key.
pub(super) type Key = (Genre, usize);

/// A position that mutants change.
pub(super) struct Site {
    pub(super) form: Form,
    /// Whether the compiler evaluates the code, or must know which of several types it has.
    pub(super) is_constant: bool,
}

/// How a mutant is added.
pub(super) enum Form {
    /// A copy of this expression is mutated.
    Expression {
        extent: Range<usize>,
    },
    /// An operator between operands of which one is a `let`. No other operator is Rust there.
    LetChain,
    /// The function returns before its first statement.
    Body,
    Guard {
        has_let: bool,
    },
    /// A guard is added after the pattern, which ends here.
    Arm {
        end: usize,
    },
}

/// Returns all sites of a file.
pub(super) fn find(file: &syn::File) -> BTreeMap<Key, Site> {
    let mut finder = Finder { sites: BTreeMap::new(), is_constant: false, chain: None };
    finder.visit_file(file);
    finder.sites
}

struct Finder {
    sites: BTreeMap<Key, Site>,
    is_constant: bool,
    /// The largest operator expression around the next expression, if that is one of its operands.
    ///
    /// An operator with another precedence changes which operands the others have, so all of it is copied.
    chain: Option<Range<usize>>,
}

impl Finder {
    fn add(&mut self, genre: Genre, start: usize, form: Form) {
        self.sites.insert((genre, start), Site { form, is_constant: self.is_constant });
    }

    fn within(&mut self, is_constant: bool, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.is_constant, is_constant);
        visit(self);
        self.is_constant = outer;
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        self.visit_signature(signature);
        self.within(signature.constness.is_some(), |finder| {
            if let Some(first) = block.stmts.first() {
                let is_opaque = is_opaque(&signature.output);
                let is_constant = finder.is_constant || is_opaque;
                let site = Site { form: Form::Body, is_constant };
                finder.sites.insert((Genre::FnValue, start(first)), site);
            }
            finder.visit_block(block);
        });
    }

    fn operand(&mut self, chain: Option<Range<usize>>, operand: &Expr) {
        self.chain = chain.filter(|_| matches!(operand, Expr::Binary(binary) if !is_assignment(&binary.op)));
        self.visit_expr(operand);
        self.chain = None;
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        match &item.default {
            Some(block) => self.function(&item.sig, block),
            None => self.visit_signature(&item.sig),
        }
    }

    fn visit_item_const(&mut self, item: &'a syn::ItemConst) {
        self.within(true, |finder| syn::visit::visit_item_const(finder, item));
    }

    fn visit_item_static(&mut self, item: &'a syn::ItemStatic) {
        self.within(true, |finder| syn::visit::visit_item_static(finder, item));
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        self.within(true, |finder| syn::visit::visit_impl_item_const(finder, item));
    }

    fn visit_trait_item_const(&mut self, item: &'a syn::TraitItemConst) {
        self.within(true, |finder| syn::visit::visit_trait_item_const(finder, item));
    }

    fn visit_variant(&mut self, variant: &'a syn::Variant) {
        self.within(true, |finder| syn::visit::visit_variant(finder, variant));
    }

    fn visit_type(&mut self, kind: &'a syn::Type) {
        self.within(true, |finder| syn::visit::visit_type(finder, kind));
    }

    fn visit_generic_argument(&mut self, argument: &'a syn::GenericArgument) {
        self.within(true, |finder| syn::visit::visit_generic_argument(finder, argument));
    }

    fn visit_generics(&mut self, generics: &'a syn::Generics) {
        self.within(true, |finder| syn::visit::visit_generics(finder, generics));
    }

    fn visit_expr_const(&mut self, expression: &'a syn::ExprConst) {
        self.within(true, |finder| syn::visit::visit_expr_const(finder, expression));
    }

    fn visit_expr_repeat(&mut self, expression: &'a syn::ExprRepeat) {
        self.visit_expr(&expression.expr);
        self.within(true, |finder| finder.visit_expr(&expression.len));
    }

    fn visit_expr_closure(&mut self, closure: &'a syn::ExprClosure) {
        self.within(false, |finder| syn::visit::visit_expr_closure(finder, closure));
    }

    /// Patterns contain constants, except for guards, which [`Self::visit_arm`] visits.
    fn visit_pat(&mut self, pattern: &'a syn::Pat) {
        self.within(true, |finder| syn::visit::visit_pat(finder, pattern));
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        if let syn::Pat::Guard(guarded) = &arm.pat {
            self.visit_pat(&guarded.pat);
            let start = start(&guarded.guard);
            self.add(Genre::MatchArmGuard, start, Form::Guard { has_let: has_let(&guarded.guard) });
            self.visit_expr(&guarded.guard);
        } else {
            self.visit_pat(&arm.pat);
            let form = Form::Arm { end: range(&arm.pat).end };
            self.add(Genre::MatchArm, start(arm), form);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        let chain = self.chain.take();
        if let Expr::Binary(binary) = expression {
            let is_assignment = is_assignment(&binary.op);
            let extent = if has_let(expression) { None } else { Some(chain.unwrap_or_else(|| range(binary))) };
            let form = extent.clone().map_or(Form::LetChain, |extent| Form::Expression { extent });
            self.add(Genre::BinaryOperator, start(&binary.op), form);
            let extent = extent.filter(|_| !is_assignment);
            self.operand(extent.clone(), &binary.left);
            self.operand(extent, &binary.right);
            return;
        }
        let extent = range(expression);
        match expression {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) => {
                self.add(Genre::UnaryOperator, start(&unary.op), Form::Expression { extent });
            }
            Expr::Struct(literal) if literal.rest.is_some() => {
                for field in &literal.fields {
                    let start = start(field);
                    self.add(Genre::StructField, start, Form::Expression { extent: extent.clone() });
                }
            }
            _ => {}
        }
        syn::visit::visit_expr(self, expression);
    }
}

/// Returns the bytes of a part of the file.
fn range(part: &impl Spanned) -> Range<usize> {
    let span: proc_macro2::Span = part.span();
    span.byte_range()
}

/// Returns the offset at which a part of the file starts.
fn start(part: &impl Spanned) -> usize {
    range(part).start
}

/// Returns `true` if a condition has a `let`, which only chains of `&&` in conditions and guards can contain.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn is_assignment(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// Returns `true` if a result has an `impl` type: all values that the function returns must have the same type.
fn is_opaque(output: &syn::ReturnType) -> bool {
    struct Opaque(bool);
    impl<'a> Visit<'a> for Opaque {
        fn visit_type_impl_trait(&mut self, _: &'a syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut opaque = Opaque(false);
    opaque.visit_return_type(output);
    opaque.0
}
