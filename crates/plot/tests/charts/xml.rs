//! A judge of well-formed XML that shares nothing with the writer: tags, attributes and entities,
//! no more than SVG needs.

/// Says what is wrong with `text`, with the number of the character where it was noticed.
pub(crate) fn well_formed(text: &str) -> Result<(), String> {
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut open, mut roots) = (0, Vec::<String>::new(), 0);
    while at < chars.len() {
        if chars[at] != '<' {
            let end = position(&chars, at, '<').unwrap_or(chars.len());
            let content: String = chars[at..end].iter().collect();
            if open.is_empty() && !content.trim().is_empty() {
                return Err(format!("text outside the root element at {at}"));
            }
            entities(&content).map_err(|error| format!("{error} at {at}"))?;
            at = end;
            continue;
        }
        let end = tag_end(&chars, at).ok_or(format!("tag at {at} does not end"))?;
        let tag: String = chars[at + 1..end].iter().collect();
        if let Some(name) = tag.strip_prefix('/') {
            let begun = open
                .pop()
                .ok_or(format!("</{name}> at {at} ends nothing"))?;
            if begun != name {
                return Err(format!("</{name}> at {at} ends <{begun}>"));
            }
        } else {
            let (tag, closed) = match tag.strip_suffix('/') {
                Some(tag) => (tag, true),
                None => (tag.as_str(), false),
            };
            roots += usize::from(open.is_empty());
            let name = element(tag).map_err(|error| format!("{error} in the tag at {at}"))?;
            if !closed {
                open.push(name);
            }
        }
        at = end + 1;
    }
    match (open.last(), roots) {
        (Some(name), _) => Err(format!("<{name}> does not end")),
        (None, 1) => Ok(()),
        (None, _) => Err(format!("{roots} root elements")),
    }
}

fn position(chars: &[char], from: usize, wanted: char) -> Option<usize> {
    (from..chars.len()).find(|&i| chars[i] == wanted)
}

/// The `>` of the tag at `from`, not one inside quotes.
fn tag_end(chars: &[char], from: usize) -> Option<usize> {
    let mut quoted = false;
    (from..chars.len()).find(|&i| {
        quoted ^= chars[i] == '"';
        chars[i] == '>' && !quoted
    })
}

/// The name of an element, if its attributes are in order.
fn element(tag: &str) -> Result<String, String> {
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    if !is_name(name) {
        return Err(format!("'{name}' is no name"));
    }
    let mut seen = Vec::new();
    while !rest.is_empty() {
        let (key, value) = rest.split_once("=\"").ok_or("attribute without a value")?;
        let (value, after) = value.split_once('"').ok_or("quote without an end")?;
        let key = key.trim_start();
        if !is_name(key) || seen.contains(&key) || value.contains('<') {
            return Err(format!("bad attribute '{key}'"));
        }
        entities(value)?;
        seen.push(key);
        rest = after;
    }
    Ok(name.to_string())
}

fn entities(text: &str) -> Result<(), String> {
    if text.contains(|c: char| c.is_control() && c != '\n' && c != '\t') {
        return Err("control character".to_string());
    }
    for part in text.split('&').skip(1) {
        let name = part.split_once(';').map(|(name, _)| name);
        if !matches!(name, Some("amp" | "lt" | "gt" | "quot" | "#39")) {
            return Err(format!("'&{part}' is no entity"));
        }
    }
    Ok(())
}

#[test]
fn the_judge_is_not_too_kind() {
    assert_eq!(well_formed("<a b=\"1 > 0\"><c/>x &amp; y</a>\n"), Ok(()));
    for bad in [
        "",
        "x",
        "<a>",
        "</a>",
        "<a></b>",
        "<a/><b/>",
        "<a/>x",
        "<a b/>",
        "<a b=\"1/>",
        "<a",
        "<a b=\"1\" b=\"2\"/>",
        "<a>&</a>",
        "<a>&nbsp;</a>",
        "<a b=\"<\"/>",
        "<a>\u{7}</a>",
        "< a/>",
    ] {
        assert!(well_formed(bad).is_err(), "{bad}");
    }
}
