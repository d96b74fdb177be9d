// Package resolution has references of every form.
package resolution

import (
	. "example.com/packages/resolution/dotted"
	go_named "example.com/packages/resolution/go-named"
	"example.com/packages/resolution/missing"
	"example.com/packages/resolution/other.v2"
	"example.com/packages/resolution/versioned/v3"
	_ "example.com/packages/resolution/unused"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"os"
	"time"
)

const (
	Exported   = "e"
	unexported = "u"
)

type Uses struct {
	A Dotted             `json:"a"`
	B go_named.Thing     `json:"b"`
	C missing.Thing      `json:"c"`
	D other.Thing        `json:"d"`
	E versioned.Thing    `json:"e"`
	F metav1.Time        `json:"f"`
	G time.Duration      `json:"g"`
	H os.File            `json:"h"`
	I nowhere.Thing      `json:"i"`
	J Undefined          `json:"j"`
	K Usess              `json:"k"`
	L other.Thin         `json:"l"`
	M other.hidden       `json:"m"`
	N string             `json:"n"`
	O strng              `json:"o"`
	P error              `json:"p"`
	Q any                `json:"q"`
	R func()             `json:"r"`
	S chan int           `json:"s"`
	T complex128         `json:"t"`
	U uintptr            `json:"u"`
	V rune               `json:"v"`
	W byte               `json:"w"`
	X map[int]string     `json:"x"`
	Y map[Dotted]string  `json:"y"`
	Z map[Key]string     `json:"z"`
	hidden missing.Other
	Omitted missing.Another `json:"-"`
	DotsOnly DottedUnknown  `json:"dots"`
	Exported Exported       `json:"exported"`
}

type Key string

type Twice struct{}

type Twice struct{ A string }

const Twice = 1

// Cycles.
type (
	ValueA struct {
		B ValueB `json:"b"`
	}
	ValueB struct {
		A [2]ValueA `json:"a"`
	}
	PointerA struct {
		A *PointerA           `json:"a"`
		L []PointerA          `json:"l"`
		M map[string]PointerA `json:"m"`
	}
	AliasA = []AliasB
	AliasB = map[string]AliasA
	AliasC = *AliasC
	NamedA NamedB
	NamedB NamedA
	Generic[T any] struct {
		Value T           `json:"value"`
		Next  *Generic[T] `json:"next,omitempty"`
	}
	Pair[K comparable, V any] struct {
		Key   K          `json:"key"`
		Value V          `json:"value"`
		More  Generic[V] `json:"more"`
	}
	Growing[T any] struct {
		Next *Growing[[]T] `json:"next"`
	}
	AliasG    = Generic[AliasG]
	Inside    struct{ A struct{ B Inside } }
	Instances struct {
		A Generic[string]       `json:"a"`
		B Pair[string, Instances] `json:"b"`
		C Generic               `json:"c"`
		D Generic[int, int]     `json:"d"`
		E Pair[string]          `json:"e"`
		F Growing[int]          `json:"f"`
		G Twice[int]            `json:"g"`
	}
	AliasOfAlias = AliasOfNamed
	AliasOfNamed = Key
)

// Enumerations with constants elsewhere.
//
// +enum
type Mode string

const (
	ModeA Mode = "a"
	ModeB Mode = missing.Mode
	ModeC Mode = other.Mode
)
