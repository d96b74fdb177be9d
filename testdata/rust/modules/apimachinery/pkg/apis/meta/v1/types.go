// Package v1 stands in for the types of every object: as little of them as the examples need.
package v1

import (
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// Time is a point in time.
type Time struct {
	time.Time `protobuf:"-"`
}

// MarshalJSON writes RFC 3339.
func (t Time) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON reads RFC 3339.
func (t *Time) UnmarshalJSON(b []byte) error { return nil }

// OpenAPISchemaType says that it is text.
func (Time) OpenAPISchemaType() []string { return []string{"string"} }

// OpenAPISchemaFormat says which.
func (Time) OpenAPISchemaFormat() string { return "date-time" }

// MicroTime is a point in time to the microsecond.
type MicroTime struct {
	time.Time `protobuf:"-"`
}

// MarshalJSON writes RFC 3339.
func (t MicroTime) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON reads RFC 3339.
func (t *MicroTime) UnmarshalJSON(b []byte) error { return nil }

// OpenAPISchemaType says that it is text.
func (MicroTime) OpenAPISchemaType() []string { return []string{"string"} }

// OpenAPISchemaFormat says which.
func (MicroTime) OpenAPISchemaFormat() string { return "date-time" }

// Duration is a length of time.
type Duration struct {
	time.Duration `protobuf:"varint,1,opt,name=duration"`
}

// MarshalJSON writes 1h2m.
func (d Duration) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON reads 1h2m.
func (d *Duration) UnmarshalJSON(b []byte) error { return nil }

// OpenAPISchemaType says that it is text.
func (Duration) OpenAPISchemaType() []string { return []string{"string"} }

// OpenAPISchemaFormat says that it has no format.
func (Duration) OpenAPISchemaFormat() string { return "" }

// FieldsV1 is a set of fields.
type FieldsV1 struct {
	Raw []byte `json:"-"`
}

// MarshalJSON writes what was read.
func (f FieldsV1) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON keeps what is read.
func (f *FieldsV1) UnmarshalJSON(b []byte) error { return nil }

// TypeMeta says what an object is.
type TypeMeta struct {
	// The kind.
	// +optional
	Kind string `json:"kind,omitempty"`
	// The group and version.
	// +optional
	APIVersion string `json:"apiVersion,omitempty"`
}

// ObjectMeta says which object it is.
type ObjectMeta struct {
	// +optional
	Name string `json:"name,omitempty"`
	// +optional
	UID types.UID `json:"uid,omitempty"`
	// +optional
	Generation int64 `json:"generation,omitempty"`
	// +optional
	CreationTimestamp Time `json:"creationTimestamp,omitempty"`
	// +optional
	DeletionGracePeriodSeconds *int64 `json:"deletionGracePeriodSeconds,omitempty"`
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// +optional
	// +listType=set
	Finalizers []string `json:"finalizers,omitempty"`
	// +optional
	ManagedFields *FieldsV1 `json:"managedFields,omitempty"`
}

// LabelSelector selects by labels.
type LabelSelector struct {
	// +optional
	MatchLabels map[string]string `json:"matchLabels,omitempty"`
	// +optional
	// +listType=atomic
	MatchExpressions []LabelSelectorRequirement `json:"matchExpressions,omitempty"`
}

// LabelSelectorRequirement is one requirement.
type LabelSelectorRequirement struct {
	Key      string                `json:"key"`
	Operator LabelSelectorOperator `json:"operator"`
	// +optional
	// +listType=atomic
	Values []string `json:"values,omitempty"`
}

// LabelSelectorOperator is the relation of a key and values.
type LabelSelectorOperator string

const (
	LabelSelectorOpIn     LabelSelectorOperator = "In"
	LabelSelectorOpExists LabelSelectorOperator = "Exists"
)

// ListMeta is what lists have in place of metadata.
type ListMeta struct {
	// +optional
	ResourceVersion string `json:"resourceVersion,omitempty"`
}
