// Package collections has lists and maps of all kinds.
package collections

import "k8s.io/apimachinery/pkg/util/intstr"

// Port has two keys, one of which has a default.
type Port struct {
	// +minimum=1
	Port int32 `json:"port"`
	// +default="TCP"
	// +optional
	Protocol string `json:"protocol,omitempty"`
	// +optional
	Name *string `json:"name,omitempty"`
	// +optional
	Target intstr.IntOrString `json:"target,omitempty"`
}

// Collections hold things.
type Collections struct {
	// +minItems=1
	// +maxItems=3
	// +uniqueItems=true
	Plain []string `json:"plain,omitempty"`
	// +listType=set
	Set []string `json:"set,omitempty"`
	// +listType=set
	Numbers []int64 `json:"numbers,omitempty"`
	// +listType=set
	Floats []float64 `json:"floats,omitempty"`
	// +listType=map
	// +listMapKey=port
	// +listMapKey=protocol
	Ports []Port `json:"ports,omitempty"`
	// +listType=map
	// +listMapKey=name
	Named []Port `json:"named,omitempty"`
	// +listType=map
	// +listMapKey=target
	Targets []Port `json:"targets,omitempty"`
	// +listType=atomic
	Atomic []Port `json:"atomic,omitempty"`
	// +maxProperties=2
	Map    map[string]Port   `json:"map,omitempty"`
	Nested map[string][]Port `json:"nested,omitempty"`
	Matrix [][]Port          `json:"matrix,omitempty"`
	// +minItems=1
	Pointer *[]string `json:"pointer,omitempty"`
}

// Structs are told apart by all that is in them.
type Structs struct {
	// +listType=set
	Structs []Port `json:"structs,omitempty"`
}

// Rate has floats as keys.
type Rate struct {
	Factor float64 `json:"factor"`
	// +default=1.5
	// +optional
	Weight float64 `json:"weight,omitempty"`
	// +optional
	Share *float64 `json:"share,omitempty"`
	// +optional
	Name string `json:"name,omitempty"`
}

// Rates are told apart by floats.
type Rates struct {
	// +listType=map
	// +listMapKey=factor
	ByFactor []Rate `json:"byFactor,omitempty"`
	// +listType=map
	// +listMapKey=weight
	// +listMapKey=name
	ByWeight []Rate `json:"byWeight,omitempty"`
	// +listType=map
	// +listMapKey=share
	ByShare []Rate `json:"byShare,omitempty"`
}
