package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// +genclient
// +genclient:nonNamespaced

// Bench is a place to work at.
type Bench struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What the bench is to be.
	Spec BenchSpec `json:"spec"`

	// What the bench is.
	// +optional
	Status BenchStatus `json:"status,omitempty"`
}

// BenchSpec is what a bench is to be.
type BenchSpec struct {
	// The height in millimetres; <800 is for children & "small" people.
	// +minimum=400
	// +maximum=1200
	// +default=900
	Height int32 `json:"height,omitempty"`

	// What lies on the bench, each thing once.
	// +listType=map
	// +listMapKey=name
	// +patchMergeKey=name
	// +patchStrategy=merge
	Tools []ToolReference `json:"tools,omitempty" patchStrategy:"merge" patchMergeKey:"name"`

	// How much it bears.
	Load resource.Quantity `json:"load,omitempty"`

	// The drawer that is open, by number or by name.
	// +optional
	OpenDrawer *intstr.IntOrString `json:"openDrawer,omitempty"`
}

// BenchStatus is what a bench is.
type BenchStatus struct {
	// Since when it has been free.
	FreeSince *metav1.Time `json:"freeSince,omitempty"`

	// What is the case.
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// ToolReference names a tool.
type ToolReference struct {
	// The tool's name.
	Name string `json:"name"`
}

// BenchList is a list of benches.
type BenchList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	// The benches.
	Items []Bench `json:"items"`
}

// +genclient
// +genclient:noStatus

// Tool is a thing to work with.
type Tool struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What it is for.
	// +required
	Purpose Purpose `json:"purpose"`

	// The parts that it is made of, by name.
	Parts map[string]Part `json:"parts,omitempty"`
}

// Purpose is what a tool is for.
// +enum
type Purpose string

const (
	// PurposeCutting is to part things.
	PurposeCutting Purpose = "Cutting"
	// PurposeJoining is to put things together.
	PurposeJoining Purpose = "Joining"
)

// Part is a part of a tool, which can have parts itself.
type Part struct {
	// What it is made of.
	Material string `json:"material,omitempty"`
	// Smaller parts.
	Parts []Part `json:"parts,omitempty"`
}

// ToolList is a list of tools.
type ToolList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	// The tools.
	Items []Tool `json:"items"`
}
