//! Plurals of kinds by the rules of controller-gen. These are the rules of the library flect
//! (`github.com/gobuffalo/flect` v1.0.3, `Pluralize`), in lower case. flect's table contains errors (`octupuses`,
//! `photoes`), which are now established resource names.

use std::sync::LazyLock;

/// A word or an ending, and its plural.
type Pair = (&'static str, &'static str);

/// Words with their plurals. A word without a plural in the table is its own plural. The words also match as endings of
/// other words.
static WORDS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    pairs(
        "\
    aircraft beef bison blues chassis deer fish moose police salmon series sheep shrimp species swine trout tuna you \
    child/children foot/feet goose/geese man/men human/humans mouse/mice tooth/teeth woman/women person/people \
    adieu/adieux fabliau/fabliaux bureau/bureaus criterion/criteria ganglion/ganglia lexicon/lexica \
    mitochondrion/mitochondria noumenon/noumena phenomenon/phenomena taxon/taxa media medium/media stadium/stadiums \
    aquarium/aquaria auditorium/auditoria symposium/symposia curriculum/curriculums quota/quotas alumnus/alumni \
    bacillus/bacilli cactus/cacti coccus/cocci focus/foci locus/loci nucleus/nuclei octopus/octupuses radius/radii \
    syllabus/syllabi corpus/corpora genus/genera alumna/alumnae vertebra/vertebrae differentia/differentiae \
    minutia/minutiae vita/vitae larva/larvae postcava/postcavae praecava/praecavae uva/uvae apex/apices \
    codex/codices index/indices latex/latices vertex/vertices vortex/vortices appendix/appendices radix/radices \
    helix/helices crisis/crises ellipsis/ellipses genesis/geneses oasis/oases thesis/theses testis/testes base/bases \
    basis/bases vedalia/vedalias abuse/abuses cause/causes clause/clauses cruse/cruses excuse/excuses fuse/fuses \
    house/houses misuse/misuses muse/muses pause/pauses ache/aches topaz/topazes buffalo/buffaloes potato/potatoes \
    tomato/tomatoes equipment information jeans money news rice dwarf/dwarfs hoof/hoofs thief/thieves chive/chives \
    hive/hives move/moves movie/movies cookie/cookies pretorium/pretoriums agenda/agendas formula/formulas \
    shoe/shoes graffiti",
    )
});

/// Words with their plurals, which do not match as endings of other words.
static WHOLE_WORDS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    pairs(
        "\
    ox/oxen louse/lice die/dice axis/axes alias/aliases use/uses toe/toes ID/IDs",
    )
});

/// Other plurals, which are kept unchanged.
static OTHER_PLURALS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    words(
        "\
    beefs fishes salmons shrimps swines trouts tunas adieus bureaux ganglions lexicons mitochondrions stadia \
    aquariums auditoriums symposiums curricula alumnuses cactuses focuses locuses nucleuses octopi radiuses corpuses \
    apexes codexes indexes latexes vertexes vortexes appendixes radixes helixes buffalos dwarves hooves formulae",
    )
});

/// Words whose plural, if a kind already has that name, is not recognized as a plural.
static ONLY_PLURALS_OF: LazyLock<Vec<&str>> = LazyLock::new(|| {
    words(
        "\
    blues medium ellipsis basis",
    )
});

/// Endings and their replacements. The first match applies.
static ENDINGS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    pairs(
        "\
    tive/tives eaf/eaves oaf/oaves afe/aves arf/arves rfe/rves rf/rves lf/lves fe/ves ay/ays ey/eys oy/oys quy/quies \
    uy/uys y/ies eau/eaux bula/bulae dula/bulae lula/bulae nula/bulae vula/bulae hedron/hedra ium/ia seum/seums \
    eum/ea oum/oa stracum/straca dum/da elum/ela ilum/ila olum/ola ulum/ula llum/lla ylum/yla imum/ima ernum/erna \
    gnum/gna brum/bra crum/cra terum/tera serum/sera trum/tra antum/anta atum/ata entum/enta etum/eta itum/ita \
    otum/ota utum/uta ctum/cta ovum/ova trix/trices iasis/iases mesis/meses kinesis/kineses resis/reses \
    gnosis/gnoses opsis/opses ysis/yses ouse/ouses lause/lauses us/uses ch/ches io/ios sh/shes ss/sses ez/ezzes \
    iz/izzes tz/tzes zz/zzes ano/anos lo/los to/tos oo/oos o/oes x/xes S/Ses",
    )
});

/// Acronyms, which end before the next capital letter.
static ACRONYMS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    words(
        "\
    OK UTF8 HTML JSON JWT ID UUID SQL ACK ACL ADSL AES ANSI API ARP ATM BGP BSS CCITT CHAP CIDR CIR CLI CPE CPU CRC \
    CRT CSMA CMOS DCE DEC DES DHCP DNS DRAM DSL DSLAM DTE DMI EHA EIA EIGRP EOF ESS FCC FCS FDDI FTP GBIC gbps GEPOF \
    HDLC HTTP HTTPS IANA ICMP IDF IDS IEEE IETF IMAP IP IPS ISDN ISP kbps LACP LAN LAPB LAPF LLC MAC Mbps MC MDF MIB \
    MoCA MPLS MTU NAC NAT NBMA NIC NRZ NRZI NVRAM OSI OSPF OUI PAP PAT PC PIM PCM PDU POP3 POTS PPP PPTP PTT PVST \
    RAM RARP RFC RIP RLL ROM RSTP RTP RCP SDLC SFD SFP SLARP SLIP SMTP SNA SNAP SNMP SOF SRAM SSH SSID STP SYN TDM \
    TFTP TIA TOFU UDP URL URI USB UTP VC VLAN VLSM VPN W3C WAN WEP WiFi WPA WWW",
    )
});

/// Returns the plural of a kind in lower case, as in controller-gen's resource names.
pub fn plural_of_kind(kind: &str) -> String {
    pluralize(kind).to_lowercase()
}

fn pluralize(kind: &str) -> String {
    if let Some(plural) = plural_in(&WORDS, kind).or_else(|| plural_in(&WHOLE_WORDS, kind)) {
        return plural.to_owned();
    }
    let Some(part) = last_part(kind) else { return String::new() };
    let lower = part.to_lowercase();
    if is_plural(kind) || is_plural(&lower) {
        return kind.to_owned();
    }
    // `last_part` returns an acronym in capitals. If the name does not end with it in capitals, keep the entire name.
    let before = kind.strip_suffix(part.as_str()).unwrap_or(kind);
    if let Some(plural) = plural_in(&WORDS, &lower).or_else(|| plural_in(&WHOLE_WORDS, &lower)) {
        return format!("{before}{plural}");
    }
    // Later words in the table take precedence over earlier ones.
    for (ending, plural) in WORDS.iter().rev().chain(ENDINGS.iter()) {
        if part.ends_with(plural) {
            return format!("{before}{part}");
        }
        if let Some(stem) = part.strip_suffix(ending) {
            return format!("{before}{stem}{plural}");
        }
    }
    if lower.ends_with('s') { kind.to_owned() } else { format!("{kind}s") }
}

/// Parses a table of words with their plurals.
fn pairs(table: &'static str) -> Vec<Pair> {
    table.split_ascii_whitespace().map(|pair| pair.split_once('/').unwrap_or((pair, pair))).collect()
}

fn words(table: &'static str) -> Vec<&'static str> {
    table.split_ascii_whitespace().collect()
}

fn plural_in(table: &[Pair], word: &str) -> Option<&'static str> {
    table.iter().find_map(|(singular, plural)| (*singular == word).then_some(*plural))
}

fn is_plural(word: &str) -> bool {
    OTHER_PLURALS.contains(&word)
        || WORDS
            .iter()
            .chain(WHOLE_WORDS.iter())
            .any(|(singular, plural)| *plural == word && !ONLY_PLURALS_OF.contains(singular))
}

/// Returns the last word of a camel case name. Acronyms are returned in capitals.
fn last_part(name: &str) -> Option<String> {
    let is_acronym = |text: &str| ACRONYMS.contains(&text.to_uppercase().as_str());
    if is_acronym(name) {
        return Some(name.to_uppercase());
    }
    let mut parts: Vec<String> = Vec::new();
    let mut part = String::new();
    let mut previous = '\0';
    for character in name.chars() {
        let begins = character.is_uppercase() && (!previous.is_uppercase() || is_acronym(&part));
        if character == '_' || begins {
            parts.push(std::mem::take(&mut part));
        }
        part.push(character);
        previous = character;
    }
    parts.push(part);
    let last = parts.iter().rev().map(|part| part.trim_matches('_')).find(|part| !part.is_empty())?;
    Some(if is_acronym(last) { last.to_uppercase() } else { last.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::plural_of_kind;

    #[test]
    fn plurals_are_those_of_controller_gen() {
        for (kind, plural) in [
            ("Widget", "widgets"),
            ("Ingress", "ingresses"),
            ("NetworkPolicy", "networkpolicies"),
            ("Gateway", "gateways"),
            ("Endpoints", "endpoints"),
            ("Repo", "repoes"),
            ("Index", "indices"),
            ("Data", "data"),
            ("Octopus", "octupuses"),
            ("Chassis", "chassis"),
            ("FooS", "fooses"),
            ("APIServer", "apiservers"),
            ("DNS", "dnses"),
        ] {
            assert_eq!(plural_of_kind(kind), plural, "{kind}");
        }
    }

    /// The results of `flect.Pluralize`, whose irregular words only apply to the last part of a name.
    #[test]
    fn the_last_part_of_a_name_has_the_plural() {
        for (kind, plural) in [
            ("MyData", "mydata"),
            ("WebDNS", "webdnses"),
            ("DNSPolicy", "dnspolicies"),
            ("APIIndex", "apiindices"),
            ("my_index", "my_indices"),
            ("HTTPData", "httpdata"),
            ("NewsFeed", "newsfeeds"),
            ("MyNews", "mynews"),
            ("BigSheep", "bigsheep"),
            ("fooIndex", "fooindices"),
            ("Foo_Index", "foo_indices"),
            ("IDIndex", "idindices"),
            ("XIndex", "xindexes"),
            ("SuperMouse", "supermice"),
            ("MyID", "myids"),
            ("URLMouse", "urlmice"),
            ("ABMouse", "abmouses"),
            ("MyPeople", "mypeople"),
            ("MyMice", "mymice"),
            ("DNSMouse", "dnsmice"),
        ] {
            assert_eq!(plural_of_kind(kind), plural, "{kind}");
        }
    }
}
