//! Comment passages that belong to some channels or to no published description, and notations that are not prose
//! (`formatDescription` of gateway-api's generator).

use super::definition::Channel;
use crate::model::Doc;

const BEGIN: &str = "<gateway:";
const EXCLUDED: &str = "util:excludeFromCRD";

/// Returns the comment for the channel.
pub(super) fn settled(doc: Doc, channel: &Channel) -> Doc {
    if !doc.lines().any(|line| line.text.contains("gateway:")) {
        return doc;
    }
    let mut settled = Doc::default();
    let text = text(&doc);
    if text.contains(BEGIN) {
        settled.keep_blank_lines();
        settled.push(&rewritten(text, channel), false);
    } else {
        settled.push(&text, false);
    }
    for line in doc.lines().filter(|line| line.is_tag) {
        settled.push(line.text, true);
    }
    settled
}

/// Returns the prose, with at most one blank line in a row and none at the start or end.
fn text(doc: &Doc) -> String {
    let mut text = String::new();
    for line in doc.lines().filter(|line| !line.is_tag) {
        let line = line.text.trim_end();
        if !line.is_empty() || !(text.is_empty() || text.ends_with("\n\n")) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.trim_end_matches('\n').to_owned()
}

fn rewritten(mut text: String, channel: &Channel) -> String {
    for gate in described(&text) {
        let name = format!("{gate}:description");
        if channel.is_on(&gate) {
            text = text.replace(&format!("{BEGIN}{name}>"), "").replace(&format!("</gateway:{name}>"), "");
        } else {
            text = without(&text, &name, "\n\n");
        }
    }
    text = without(&text, EXCLUDED, "\n\n\n");
    let lines: Vec<String> = text.split('\n').map(without_notations).collect();
    let mut text = lines.join("\n");
    while text.contains("\n\n\n\n") {
        text = text.replace("\n\n\n\n", "\n\n\n");
    }
    text.trim_matches('\n').to_owned()
}

/// Returns the gates that passages of the comment depend on.
fn described(text: &str) -> Vec<String> {
    let mut gates: Vec<String> = Vec::new();
    for part in text.split(BEGIN).skip(1) {
        if let Some((gate, _)) = part.split('>').next().unwrap_or_default().split_once(":description")
            && !gates.iter().any(|known| known == gate)
        {
            gates.push(gate.to_owned());
        }
    }
    gates
}

/// Replaces each passage with this name, including the surrounding line breaks.
fn without(text: &str, name: &str, replacement: &str) -> String {
    let (opening, closing) = (format!("{BEGIN}{name}>"), format!("</gateway:{name}>"));
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, passage)) = rest.split_once(&opening) {
        let Some((_, after)) = passage.split_once(&closing) else { break };
        kept.push_str(before.trim_end_matches('\n'));
        kept.push_str(replacement);
        rest = after.trim_start_matches('\n');
    }
    kept.push_str(rest);
    kept
}

/// Returns the line without its notations, which extend from the start of the first one to the last `>`.
fn without_notations(line: &str) -> String {
    let (Some(start), Some(end)) = (line.find(BEGIN), line.rfind('>')) else { return line.to_owned() };
    if end < start {
        return line.to_owned();
    }
    [line.get(..start), line.get(end + 1..)].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_come_and_go() {
        let comment = "One.\n\n\n<gateway:experimental:description>\n\nTwo.\n</gateway:experimental:description>\n\n\
            <gateway:util:excludeFromCRD>\nThree.\n</gateway:util:excludeFromCRD>\n\n\
            Four. <gateway:validateIPAddress>\n\
            <gateway:experimental:validation:XValidation:message=\"m\",rule=\"a -> b > c\">\n";
        let settled = |name: &str| {
            let mut doc = Doc::default();
            doc.push(comment, false);
            doc.push("+optional", true);
            let channel = Channel { name: name.to_owned(), ..Channel::default() };
            let settled = super::settled(doc, &channel);
            settled.lines().flat_map(|line| [line.text, "\n"]).collect::<String>()
        };
        assert_eq!(settled("standard"), "One.\n\n\nFour. \n+optional\n");
        assert_eq!(settled("experimental"), "One.\n\n\nTwo.\n\n\nFour. \n+optional\n");
    }

    #[test]
    fn other_comments_stay_as_they_are() {
        let mut doc = Doc::default();
        doc.push("The gateway: a thing.\n\n\nMore.", false);
        let lines = |doc: &Doc| doc.lines().map(|line| line.text.to_owned()).collect::<Vec<_>>();
        assert_eq!(lines(&settled(doc, &Channel::default())), ["The gateway: a thing.", "", "More."]);
    }
}
