// Package runtime holds what is not known.
package runtime

// RawExtension is an object of any kind.
type RawExtension struct {
	Raw []byte `json:"-"`
	// Object is the object itself.
	Object Object `json:"-"`
}

// MarshalJSON writes the object.
func (re RawExtension) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON keeps the object.
func (re *RawExtension) UnmarshalJSON(b []byte) error { return nil }

// Object is any object.
type Object interface {
	DeepCopyObject() Object
}
