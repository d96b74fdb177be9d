//go:build ignore

// Prints the hash with which `recorded.rs` compares JSONPath templates with client-go: the results for pseudorandom
// templates. Run it in a module that requires k8s.io/client-go: `go run recorded.go [FUNCTION]`.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/client-go/util/jsonpath"
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
	const count = 20000
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

// The function whose results are printed, too.
var shown string

const data = `{"a": [{"n": "a"}, {"n": "b<"}, {"s": 1}, {"s": 1.5}, {"s": -2}, {"p": [80, 443, 8080]}, {"t": true}, {"l": {"x.y/z": "1"}},
	{"o": {"k": null}}, {"e": {}}, 12345678, 12345678.5, "text", [1, [2, "x"]], {"p": []}]}`

func run(text string, value any) (result string) {
	defer func() {
		if recover() != nil {
			result = "error: there is no value to go on with"
		}
	}()
	path := jsonpath.New("")
	if err := path.Parse(text); err != nil {
		return "parse: " + err.Error()
	}
	var out bytes.Buffer
	if err := path.Execute(&out, value); err != nil {
		return "error: " + err.Error()
	}
	// idlgen replaces bytes that are not UTF-8.
	return strings.ToValidUTF8(out.String(), "\ufffd")
}

func main() {
	if len(os.Args) > 1 {
		shown = os.Args[1]
	}
	var value any
	if err := json.Unmarshal([]byte(data), &value); err != nil {
		panic(err)
	}
	samples := []string{"{.a[*].n}", "{.a[5].p[::2]}x", "{range .a[0:2]}{.n}{'\\t'}{end}", "{.a[2:5][?(@.s>1)].s}", "{.a[0:2]}{.a[?(@.n=='a')]}", "{..n}", "{.a[7].l.x\\.y/z}", "{.a[0,1]['n','s']}", "{.a[10]}{.a[11]}{.a[8].o.k.n}", "{.a[-3]} {\"\\u00e9\\x41\\101\"}", "{range .a[5:6]}[{range .p[*]}{@} {end}]{end}", "{.a[8].o.*}", "{$.a[5].p[0:3:2]}", "{.a[5].p[?(@<=443)]}{1}{-2.5}", "{.a[5].p[?(443>=@)]}{.a[9].e}", "{.a[0]['n']}{.a[13][1][0]}", "{.a[5].p[?(@!=80)]}", "{..p[-1]}{.a[0:2][?(@.n<\"b\")].n}", "{.a[6][?(@.t==true)]}{.a[5].p[1,-1]}"}
	texts("jsonpath", "abnpst.0123-[]{}()@?*:,'\"$=<>!\\ /x&\n", samples, func(text string) string { return run(text, value) })
}
