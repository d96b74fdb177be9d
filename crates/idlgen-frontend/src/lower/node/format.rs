//! `format`: the author's format replaces that of the Go type. If several layers set different formats, all apply: the
//! first one directly, the others through `allOf`.

use idlgen_schema::{Schema, keyword::Keyword};

use super::note;
use crate::lower::layer::Layers;

pub(super) fn apply(schema: &mut Schema, layers: &Layers<'_>) {
    let mut formats: Vec<&str> = Vec::new();
    for (tag, constraint) in layers.constraints() {
        let Some(format) = constraint.text(Keyword::Format) else { continue };
        note(schema, "format", tag);
        // An empty format removes that of the Go type.
        schema.keywords.remove(Keyword::Format);
        if !format.is_empty() && !formats.contains(&format) {
            formats.push(format);
        }
    }
    let mut formats = formats.into_iter();
    let Some(first) = formats.next() else { return };
    schema.keywords.set(Keyword::Format, first);
    schema.all_of.extend(formats.map(|format| Schema::of_keyword(Keyword::Format, format)));
}

#[cfg(test)]
mod tests {
    use idlgen_schema::{Schema, keyword::Keyword};

    use crate::{lower::node::testing::applied, tags::Constraint};

    #[test]
    fn all_formats_count_once() {
        let format = |text: &str| Constraint::limit(Keyword::Format, text);
        let schema = applied(&[&[format("uri")], &[format("hostname"), format("uri")]]);
        assert_eq!(schema.format(), Some("uri"));
        assert_eq!(applied(&[&[format("")]]).format(), None);
        assert_eq!(schema.all_of, [Schema::of_keyword(Keyword::Format, "hostname")]);
    }
}
