// Package constraints has every value validation.
package constraints

import "k8s.io/apimachinery/pkg/util/intstr"

// Texts are texts.
type Texts struct {
	// +minLength=2
	// +maxLength=5
	// +pattern="^[a-z]*$"
	All string `json:"all,omitempty"`
	// +pattern="^[a-z]*$"
	Same string `json:"same,omitempty"`
	// +format=uuid
	ID string `json:"id,omitempty"`
	// +format=dns1123label
	Label *string `json:"label,omitempty"`
	// +minLength=1
	// +errorMessage(minLength)="the host needs a name",reason=Required
	Host *string `json:"host,omitempty"`
	// +required
	// +maxLength=3
	// +errorMessage(maxLength)="say it in three letters"
	Short string `json:"short"`
	// +maxLength=8
	Blob []byte `json:"blob,omitempty"`
	// Every port has a name or a number.
	// +maxLength=4
	// +maximum=100
	Port *intstr.IntOrString `json:"port,omitempty"`
}

// Two says the same twice, and otherwise.
// +pattern="^a"
// +format=hostname
// +maxLength=10
type Two string

// Numbers are numbers.
type Numbers struct {
	// +minimum=1
	// +maximum=65535
	Port int32 `json:"port,omitempty"`
	// +minimum=0
	// +exclusiveMinimum=true
	// +multipleOf=5
	Step *int64 `json:"step,omitempty"`
	// +minimum=-3000000000
	// +maximum=9007199254740993
	Wide *int64 `json:"wide,omitempty"`
	// +minimum=-0.5
	// +exclusiveMaximum=2.5
	Ratio *float64 `json:"ratio,omitempty"`
	// +maximum=0.25
	Single float32 `json:"single,omitempty"`
	// +maximum=200
	Byte uint8 `json:"byte,omitempty"`
	// +maximum=18
	Huge uint64 `json:"huge,omitempty"`
}

// Both is both.
type Both struct {
	// +pattern="b$"
	// +format=ipv4
	Two Two `json:"two,omitempty"`
	// +minProperties=1
	// +maxProperties=2
	Numbers *Numbers `json:"numbers,omitempty"`
}

// Counted has as many members as it may.
type Counted struct {
	A string  `json:"a,omitempty"`
	B *int32  `json:"b,omitempty"`
	C Numbers `json:"c"`
	D bool    `json:"d"`
}
