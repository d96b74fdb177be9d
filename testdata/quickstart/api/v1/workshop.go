package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Workshop shows how tags of a field, an alias and a named type come together.
type Workshop struct {
	metav1.TypeMeta `json:",inline"`
	// Standard object metadata.
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What is built.
	Spec WorkshopSpec `json:"spec"`
}

// WorkshopSpec says what is built.
//
// +validationRule="""
//
//	self.type != 'Component' ||
//	!['reserved', 'internal'].exists(name, self.widget.component.contains(name))
//
// """,message="must not use a reserved name",reason=Forbidden,field="widget.component"
type WorkshopSpec struct {
	// The kind of thing.
	Type WidgetType `json:"type"`

	// A widget.
	Widget Widget `json:"widget"`

	// A contraption.
	// +optional
	Contraption *Contraption `json:"contraption,omitempty"`
}

// WidgetType is a kind of widget.
// +enum
type WidgetType string

const (
	// WidgetTypeComponent is a part of something.
	WidgetTypeComponent WidgetType = "Component"
	// WidgetTypeAssembly is made of parts.
	WidgetTypeAssembly WidgetType = "Assembly"
)

// Widget is made of one part.
type Widget struct {
	// The part. Its own rule counts, and those of PartId and Identifier.
	// +validationRule="self.matches('^[a-z][a-z0-9-]*$')"
	Component PartId `json:"component"`
}

// PartId names a part.
//
// +maxLength=20
type PartId = Identifier

// Identifier names anything.
//
// +format=k8s-short-name
type Identifier string

// Contraption is made of anything.
type Contraption struct {
	// Only the rule of Identifier counts.
	Component Identifier `json:"component"`
}
