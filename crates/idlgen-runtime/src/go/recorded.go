//go:build ignore

// Prints the hashes with which `recorded.rs` compares the functions of this directory with Go's: the results for
// pseudorandom inputs. Run it in a module that
// requires k8s.io/apimachinery and k8s.io/utils: `go run recorded.go [FUNCTION]`.
package main

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/api/resource"
	utilnet "k8s.io/utils/net"
)

// The generator of idlgen-testing.
type random struct{ state uint64 }

func newRandom(seed uint64) *random {
	return &random{((seed ^ 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9) | 1}
}

func (r *random) below(limit int) int {
	r.state ^= r.state >> 12
	r.state ^= r.state << 25
	r.state ^= r.state >> 27
	return int((r.state * 0x2545f4914f6cdd1d) >> 16 % uint64(max(limit, 1)))
}

// word returns numbers of all magnitudes.
func (r *random) word() uint64 {
	word := uint64(r.below(1<<32))<<32 | uint64(r.below(1<<32))
	return word >> r.below(64)
}

// hash is FNV-1a of the results, each followed by a zero byte.
type hash struct{ value uint64 }

func (h *hash) add(result string) {
	for _, b := range []byte(result + "\x00") {
		h.value = (h.value ^ uint64(b)) * 0x100000001b3
	}
}

// texts hashes the results for texts that differ from samples in up to three characters.
func texts(name, characters string, samples []string, result func(string) string) {
	count := 20000
	if name == "regex" {
		count = 6000
	}
	r, h, set := newRandom(1), hash{0xcbf29ce484222325}, []rune(characters)
	for i := 0; i < count; i++ {
		text := []rune(samples[r.below(len(samples))])
		for edits := r.below(4); edits > 0; edits-- {
			character, at, kind := set[r.below(len(set))], r.below(len(text)+1), r.below(3)
			switch {
			case kind == 0 || at == len(text):
				text = append(text[:at], append([]rune{character}, text[at:]...)...)
			case kind == 1:
				text[at] = character
			default:
				text = append(text[:at], text[at+1:]...)
			}
		}
		found := result(string(text))
		if shown == name {
			fmt.Printf("%q %q\n", string(text), found)
		}
		h.add(found)
	}
	fmt.Printf("%s 0x%016x\n", name, h.value)
}

func words(name string, result func(uint64) string) {
	r, h := newRandom(1), hash{0xcbf29ce484222325}
	for i := 0; i < 20000; i++ {
		w := r.word()
		found := result(w)
		if shown == name {
			fmt.Printf("%d %q\n", w, found)
		}
		h.add(found)
	}
	fmt.Printf("%s 0x%016x\n", name, h.value)
}

// The function whose results are printed, too.
var shown string

func or(err error, value string) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return value
}

func yes(err error) string { return strconv.FormatBool(err == nil) }

func main() {
	if len(os.Args) > 1 {
		shown = os.Args[1]
	}
	texts("parse_duration", "0159.+-hmsnuµμ é", []string{"1h30m", "-1.5s", "0", "+2562047h47m16.854775807s", "-9223372036854775808ns", "9223372036854775807ns", "1.0000000000000000000001h", "0.9223372036854775808s", "1us2µs3μs4ms5ns", ".5m", "9223372036854775.808us"}, func(text string) string {
		value, err := time.ParseDuration(text)
		return or(err, strconv.FormatInt(int64(value), 10))
	})
	words("format_duration", func(word uint64) string {
		return time.Duration(int64(word)).String() + time.Duration(-int64(word)).String()
	})
	for _, layout := range []struct{ name, layout string }{{"rfc3339", time.RFC3339}, {"micro", "2006-01-02T15:04:05.000000Z07:00"}, {"local", "2006-01-02T15:04:05"}, {"date", "2006-01-02"}} {
		texts("parse_time "+layout.name, "0123456789-:TZ.,+ é", []string{"2024-02-29T23:59:59Z", "2023-12-31T00:00:00.123456+23:59", "0000-01-01T12:30:45-24:60", "9999-12-31", "2024-01-31T1:02:03,5", "1970-01-01T00:00:00.000001Z", "1900-02-28", "2000-03-01T07:08:09"}, func(text string) string {
			value, err := time.Parse(layout.layout, text)
			_, offset := value.Zone()
			return or(err, fmt.Sprint(value.Unix(), " ", value.Nanosecond(), " ", offset))
		})
	}
	words("format_time", func(word uint64) string {
		at := time.Unix(int64(word>>24)-(1<<38), int64(word%1_000_000_000)).In(time.FixedZone("", (int(word%2880)-1440)*60))
		return fmt.Sprint(at.UTC().Format(time.RFC3339), at.UTC().Format("2006-01-02T15:04:05.000000Z07:00"), at.Format(time.RFC3339Nano), at.Year(), int(at.Month()), at.Day(), at.YearDay(), int(at.Weekday()), at.Hour(), at.Minute(), at.Second())
	})
	texts("parse_float", "0123456789abfxXpPeE.+-_inNg", []string{"1_000.5e-1", "0x1.8p-1075", "0x1.fffffffffffff7p1023", "-Inf", "nan", "+infinity", "0x_1p0", "1e308", "1.7976931348623157e+308", "4.9e-324", "0x123456789abcdef01234p0", "0x1.00000000000008p0", "0X.00000000000000000000000001P+100", "-0x1_2.3_4p-1_0", "0x1p-1074", "0x1.8000000000000000001p-1075"}, func(text string) string {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return "error"
		}
		if math.IsNaN(value) {
			return "nan"
		}
		return fmt.Sprintf("%016x", math.Float64bits(value))
	})
	words("floats", func(word uint64) string {
		value := math.Float64frombits(word * 0x9e3779b97f4a7c15)
		if word%2 == 0 {
			value = float64(int64(word)) / 1024
		}
		j := "error"
		if data, err := json.Marshal(value); err == nil {
			j = string(data)
		}
		return fmt.Sprint(value) + " " + strconv.FormatFloat(value, 'f', -1, 64) + " " + j
	})
	texts("parse_address", "0123459afgF:.%/ é", []string{"1.2.3.4", "255.255.255.255", "::", "::1", "1:2:3:4:5:6:7:8", "fe80::1%eth0", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "2001:db8::1:0", "1::3:4:5:6:7:8", "abcd::"}, func(text string) string {
		value, err := netip.ParseAddr(text)
		return or(err, value.String())
	})
	texts("parse_prefix", "0123459af:.%/ é", []string{"1.2.3.4/8", "10.0.0.0/32", "::/0", "2001:db8::/128", "1:2:3:4:5:6:7:8/64", "fe80::1%eth0/10", "::ffff:1.2.3.4/96"}, func(text string) string {
		value, err := netip.ParsePrefix(text)
		return or(err, value.String())
	})
	texts("parse_address_sloppy", "0123459afg:.%/ é", []string{"1.2.3.4", "010.020.030.040", "::", "::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "2001:db8::1:0", "abcd::"}, func(text string) string {
		value := utilnet.ParseIPSloppy(text)
		if value == nil {
			return "error"
		}
		return fmt.Sprintf("%x", []byte(value.To16()))
	})
	texts("parse_prefix_sloppy", "0123459af:.%/ é", []string{"1.2.3.4/8", "010.0.0.0/032", "::/0", "2001:db8::/128", "1:2:3:4:5:6:7:8/64", "::ffff:1.2.3.4/96"}, func(text string) string {
		ip, network, err := utilnet.ParseCIDRSloppy(text)
		if err != nil {
			return "error"
		}
		bits, _ := network.Mask.Size()
		return fmt.Sprintf("%x %d", []byte(ip.To16()), bits)
	})
	texts("is_hardware_address", "0aAfg:-. ", []string{"00:00:5e:00:53:01", "02-00-5e-10-00-00-00-01", "0000.5e00.5301", "00:00:00:00:fe:80:00:00:00:00:00:00:02:00:5e:10:00:00:00:01", "0200.5e10.0000.0001"}, func(text string) string {
		_, err := net.ParseMAC(text)
		return yes(err)
	})
	texts("is_mail_address", "a1.@<>()[]\",:; \\\t=?_é\x01", []string{"a@example.com", "Ann <a@example.com>", "\"A. B\" <a.b@c.d>", "a@[127.0.0.1]", "a@[IPv6:::1]", "g: a@b;", "=?utf-8?q?J=C3=B6rg?= <a@b>", "a@b (comment)", "\"a b\"@c", "(x(y)) a@b", "=?ISO-8859-1?B?SvZyZw==?= <a@b>"}, func(text string) string {
		_, err := mail.ParseAddress(text)
		return yes(err)
	})
	urls := []string{"https://u:p@example.com:80/a%20b?c=d&e#f", "/a/b", "mailto:a@b", "http://[::1%25eth0]:80/x", "http://[fe80::1]/", "//host/p", "a?b;c", "HTTP://h/%7e%41?q=%zz#%zz", "*", "ftp://a%2fb@h:/", "urn:x:y?z", "x:/a//b"}
	texts("is_request_uri", "aZ09:/?#[]@%2+-._~!&='\"<> é\x7f", urls, func(text string) string {
		_, err := url.ParseRequestURI(text)
		return yes(err)
	})
	texts("parse_url", "aZ09:/?#[]@%2+-._~!&='\"<> é\x7f", urls, func(text string) string {
		u, err := url.Parse(text)
		if err != nil && strings.Contains(err.Error(), `\x`) {
			return "skipped" // idlgen replaces bytes that are not UTF-8
		}
		if err != nil {
			return "error: " + err.Error()
		}
		return strings.Join([]string{u.Scheme, u.Port(), u.EscapedPath(), u.RawQuery, u.String()}, " ")
	})
	texts("base64", "AZaz09+/=\n\r -é", []string{"", "QQ==", "QUI=", "QUJD", "QUJDRA==", "QQ=\n=\r\n", "////++++", "Zh=="}, func(text string) string {
		value, err := base64.StdEncoding.DecodeString(text)
		return or(err, fmt.Sprintf("%x %s", value, base64.StdEncoding.EncodeToString(value)))
	})
	texts("json_syntax_error", "{}[],:\"\\utrfnx01.eE+- \t\n\x01é", []string{`{"a":[1,2.5e-3,-0],"b":null}`, `[true,false,"\u00e9\n"]`, `"\ud800\udc00"`, `-12.5E+10`, ` {"x" : {} } `, `[[],[{}]]`, `0`, `null`}, func(text string) string {
		var value any
		err := json.Unmarshal([]byte(text), &value)
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			at := syntax.Offset
			// At the end of the input, Go reports a space where the value could not end.
			isEnd := strings.HasPrefix(err.Error(), "unexpected") || strings.HasPrefix(err.Error(), "invalid character ' '") && !strings.HasSuffix(text[:at], " ")
			if !isEnd {
				at--
			}
			return fmt.Sprintf("error: %s at %d", err, at)
		}
		return ""
	})
	texts("quote", "a\"\\\n\t\x00\x7f\u0085é世\u200b\U0001f600\ufeff\ufffd\ue000\u00ad", []string{"", "abc", "a\u2028b", "tab\t"}, func(text string) string { return strconv.Quote(text) + " " + fmt.Sprint(utf8.RuneCountInString(text)) })
	texts("regex", "ab01()[]{}*+?|\\^$.,-:&<>PiUsmdDwWbBpLNQExé\n", []string{"^[a-z]+\\d$", "(?i)k|\\pN", "a{2,3}?b*", "[^\\x00-\\x{10FFFF}]", "(?P<n>a)|(?:b)+", "[[:alpha:][:^digit:]-]", "\\Qa.b*\\E+", "(?m)^b$|(?s:.)", "(|a)*", "\\bé\\B", "[a-c]|[b-d]|x", "(a{10}){10}", "((a?){3}b{0}){2,}", "\\p{Greek}\\P{^Lu}", "(?U)a+?", "\\101\\x4a\\a\\f", "a|b|c|ab|ac", "(?i)[^k]ß", "$a^", "a{1000}"}, func(text string) string {
		re, err := regexp.Compile(text)
		if err != nil {
			return "error: " + err.Error()
		}
		result := ""
		for _, text := range []string{"", "a", "aab", "abc1", "ÄB\nb\n", "a.b*", "K\u212a", "5 é_β", "\n\n"} {
			result += fmt.Sprint(re.FindAllStringIndex(text, -1))
		}
		return result
	})
	texts("quantity", "0123456789.+-eEkKMGTPimunµ ", []string{"1.5Gi", "1500m", "0", "128Mi", "1e3", "12345678901234567890", "9223372036854775807", "-0.000000001", "1E", "10000000Ei", "0.1Ki", "1.23456789012n", "007", "100.000k", "5E-3", "1e-9", "9223372036854775807Ki", "0.0000000001Gi"}, func(text string) string {
		// Computing with large exponents takes long.
		if at := strings.LastIndexAny(text, "eE"); at >= 0 && (len(text)-at > 3 || len(text)-at == 3 && text[at+1] != '-') {
			return "skipped"
		}
		if len(text) > 15 && (strings.HasSuffix(text, "E") || strings.HasSuffix(text, "P")) {
			return "skipped" // more than 38 digits
		}
		q, err := resource.ParseQuantity(text)
		if err != nil {
			return "error: " + err.Error()
		}
		whole, isWhole := q.AsInt64()
		if !isWhole {
			whole = 0
		}
		sum, difference := q.DeepCopy(), q.DeepCopy()
		other := resource.MustParse("1.5Ki")
		sum.Add(other)
		difference.Sub(resource.MustParse("300m"))
		return fmt.Sprintf("%s %d %t %d %016x %s %s %s", q.String(), whole, isWhole, q.Sign(), math.Float64bits(q.AsApproximateFloat64()), sum.String(), difference.String(), q.Format)
	})
}
