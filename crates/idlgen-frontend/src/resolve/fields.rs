//! Fields of structs.

use super::{PackageReader, codes, struct_tag, types::DeclarationContext};
use crate::{model::Field, syntax::FieldDeclaration};

impl PackageReader<'_, '_> {
    /// Returns the fields of a struct, in order.
    pub(super) fn read_fields(
        &mut self,
        context: DeclarationContext<'_>,
        declarations: &[FieldDeclaration],
    ) -> Vec<Field> {
        declarations.iter().map(|declaration| self.read_field(context, declaration)).collect()
    }

    fn read_field(&mut self, context: DeclarationContext<'_>, declaration: &FieldDeclaration) -> Field {
        let known = self.report.len();
        let ty = self.read_type(context, &declaration.ty);
        let of_type = known..self.report.len();
        let (struct_tag, mut problems) = declaration.struct_tag.as_ref().map(struct_tag::parse).unwrap_or_default();
        let json = struct_tag.iter().find(|(key, _)| key == "json");
        let malformed = problems.iter_mut().find(|one| one.code == codes::STRUCT_TAG);
        let has_malformed_tag = malformed.is_some();
        if let (Some(malformed), None, false) = (malformed, json, declaration.is_embedded) {
            malformed.notes.push(format!("without a `json` key, the JSON name is `{}`", declaration.name.name));
        }
        self.report_own(context.place.package, problems);
        let has_no_name = json.is_some_and(|(_, value)| value.split(',').next() == Some(""));
        let comment = self.read_field_comment(context.place, &declaration.comments);
        self.check_trailing(context.place, &declaration.comments);
        let field = Field {
            name: declaration.name.name.clone(),
            span: declaration.name.span,
            is_embedded: declaration.is_embedded,
            ty,
            type_span: declaration.ty.span,
            struct_tag,
            has_malformed_tag,
            is_inline: declaration.is_embedded && has_no_name,
            doc: comment.doc,
            tags: comment.tags,
        };
        if !field.is_published() {
            // No output depends on the type of a field that is not published.
            self.report.soften(of_type, &[codes::UNKNOWN_TYPE, codes::UNKNOWN_PACKAGE]);
        }
        field
    }
}
