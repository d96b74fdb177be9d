//go:build ignore

// Prints the hashes with which `recorded.rs` compares reports with go-cmp: the results of `cmp.Diff` for pseudorandom
// pairs of schemas. Run it in a module that requires k8s.io/apiextensions-apiserver: `go run recorded.go [FAMILY]`.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	_ "unsafe"

	"github.com/google/go-cmp/cmp"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Without it, go-cmp prints random spaces and starts at a random end of a list.
//
//go:linkname deterministic github.com/google/go-cmp/cmp/internal/flags.Deterministic
var deterministic bool

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

func (r *random) oneOf(texts []string) string { return texts[r.below(len(texts))] }

// hash is FNV-1a of the results, each followed by a zero byte.
type hash struct{ value uint64 }

func (h *hash) add(result string) {
	for _, b := range []byte(result + "\x00") {
		h.value = (h.value ^ uint64(b)) * 0x100000001b3
	}
}

var (
	texts = []string{`""`, `"a"`, `"b c"`, `"\"q\""`, `"a\\b` + "`" + `"`, `"é\u0007"`, `"one\ntwo"`,
		`"one\ntwo\nthree\nfour\n"`, `"one\n...two\nthree\nfour"`, `"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12"`}
	names = []string{`"a"`, `"b"`, `"c"`, `"d"`}
	// Each keyword with the values that it can have. Values in braces are generated.
	keywords = [][]string{
		{"additionalItems", "true", "{schema}"},
		{"additionalProperties", "true", "false", "{schema}"},
		{"allOf", "{schemas}"},
		{"anyOf", "{schemas}"},
		{"definitions", "{map}"},
		{"dependencies", "{dependencies}"},
		{"exclusiveMinimum", "true", "false"},
		{"externalDocs", `{"description":"a","url":"b"}`, `{"url":"c"}`},
		{"format", "{text}"},
		{"id", "{text}"},
		{"items", "{schema}", "{schemas}"},
		{"maxItems", "0", "1", "25"},
		{"maximum", "0", "1.5", "-100", "1e+21"},
		{"multipleOf", "0.1", "2"},
		{"not", "{schema}"},
		{"properties", "{map}"},
		{"required", "{names}"},
		{"title", "{text}"},
		{"type", `"string"`, `"object"`},
		{"uniqueItems", "true"},
		{"x-kubernetes-list-map-keys", "{names}"},
		{"x-kubernetes-list-type", `"map"`, `"set"`},
		{"x-kubernetes-preserve-unknown-fields", "true", "false"},
		{"x-kubernetes-validations", "{rules}"},
	}
)

// pair is JSON in both versions. Absent parts are empty.
type pair struct{ old, new string }

// value returns one of the values of a keyword.
func (r *random) value(choices []string, depth int) pair {
	choice := r.oneOf(choices)
	same := func(text string) pair { return pair{text, text} }
	switch choice {
	case "{text}":
		return same(r.oneOf(texts))
	case "{names}":
		return r.list("[", "]", 12, func(int) pair { return same(r.oneOf(names)) })
	case "{schema}":
		return r.schema(depth + 1)
	case "{schemas}":
		return r.list("[", "]", 7, func(int) pair { return r.schema(depth + 1) })
	case "{map}":
		return r.list("{", "}", 9, func(index int) pair { return keyed(string(rune('a'+index)), r.schema(depth+1)) })
	case "{dependencies}":
		return r.list("{", "}", 3, func(index int) pair {
			value := r.value([]string{"{schema}", "{names}"}, depth)
			return keyed(string(rune('a'+index))+`\"`, value)
		})
	case "{rules}":
		return r.list("[", "]", 5, func(int) pair {
			message := r.changed(func() pair { return keyed("message", same(r.oneOf(texts))) })
			rule := r.changed(func() pair { return keyed("rule", same(r.oneOf(names))) })
			return braces("{", "}", []pair{message, rule})
		})
	default:
		return same(choice)
	}
}

// changed returns a part that can be absent, equal or different.
func (r *random) changed(part func() pair) pair {
	one := part()
	switch r.below(8) {
	case 0:
		return pair{one.old, ""}
	case 1:
		return pair{"", one.new}
	case 2, 3:
		return pair{one.old, part().new}
	default:
		return one
	}
}

// list returns a list of up to `most` parts.
func (r *random) list(open, end string, most int, part func(int) pair) pair {
	count := r.below(most + 1)
	parts := make([]pair, 0, count)
	for index := range count {
		parts = append(parts, r.changed(func() pair { return part(index) }))
	}
	return braces(open, end, parts)
}

// schema returns a schema with a few keywords, fewer of them in nested ones.
func (r *random) schema(depth int) pair {
	count := r.below(max(7-3*depth, 1))
	parts := make([]pair, 0, count)
	first := r.below(len(keywords))
	for index := range count {
		keyword := keywords[(first+index*5)%len(keywords)]
		parts = append(parts, r.changed(func() pair { return keyed(keyword[0], r.value(keyword[1:], depth)) }))
	}
	return braces("{", "}", parts)
}

func keyed(key string, value pair) pair {
	return pair{fmt.Sprintf(`"%s":%s`, key, value.old), fmt.Sprintf(`"%s":%s`, key, value.new)}
}

func braces(open, end string, parts []pair) pair {
	var old, new []string
	for _, part := range parts {
		if part.old != "" {
			old = append(old, part.old)
		}
		if part.new != "" {
			new = append(new, part.new)
		}
	}
	return pair{open + strings.Join(old, ",") + end, open + strings.Join(new, ",") + end}
}

func schemaOf(text string) *v1.JSONSchemaProps {
	schema := &v1.JSONSchemaProps{}
	if err := json.Unmarshal([]byte(text), schema); err != nil {
		panic(text + ": " + err.Error())
	}
	return schema
}

func main() {
	deterministic = true
	families := map[string]func(*random) pair{
		"schemas": func(r *random) pair { return r.schema(0) },
		"names": func(r *random) pair {
			return braces("{", "}", []pair{keyed("required", r.value([]string{"{names}"}, 0))})
		},
		"lists": func(r *random) pair {
			return braces("{", "}", []pair{keyed("allOf", r.value([]string{"{schemas}"}, 0))})
		},
	}
	for _, name := range []string{"schemas", "names", "lists"} {
		r, h := newRandom(1), hash{0xcbf29ce484222325}
		for range 2000 {
			one := families[name](r)
			found := cmp.Diff(schemaOf(one.old), schemaOf(one.new))
			if len(os.Args) > 1 && os.Args[1] == name {
				fmt.Printf("%s\n%s\n%s\n", one.old, one.new, found)
			}
			h.add(found)
		}
		fmt.Printf("%s 0x%016x\n", name, h.value)
	}
}
