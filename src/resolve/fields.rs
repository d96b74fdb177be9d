//! Fields of structs.

use super::{PackageReader, struct_tag, types::Surroundings};
use crate::{model::Field, syntax::FieldDeclaration};

impl PackageReader<'_, '_> {
    /// Returns the fields of a struct, in order.
    pub(super) fn read_fields(
        &mut self,
        surroundings: Surroundings<'_>,
        declarations: &[FieldDeclaration],
    ) -> Vec<Field> {
        declarations.iter().map(|declaration| self.read_field(surroundings, declaration)).collect()
    }

    fn read_field(&mut self, surroundings: Surroundings<'_>, declaration: &FieldDeclaration) -> Field {
        let ty = self.read_type(surroundings, &declaration.ty);
        let struct_tag = match &declaration.struct_tag {
            None => Vec::new(),
            Some(tag) => {
                let (pairs, diagnostics) = struct_tag::parse(tag);
                self.report_own(surroundings.place.package, diagnostics);
                pairs
            }
        };
        let json = struct_tag.iter().find(|(key, _)| key == "json");
        let has_no_name = json.is_some_and(|(_, value)| value.split(',').next() == Some(""));
        let comment = self.read_field_comment(surroundings.place, &declaration.comments);
        self.check_trailing(surroundings.place, &declaration.comments);
        Field {
            name: declaration.name.name.clone(),
            span: declaration.name.span,
            is_embedded: declaration.is_embedded,
            ty,
            type_span: declaration.ty.span,
            struct_tag,
            is_inline: declaration.is_embedded && has_no_name,
            doc: comment.doc,
            tags: comment.tags,
        }
    }
}
