// Package resource counts.
package resource

// Quantity is an amount.
type Quantity struct {
	value int64
}

// MarshalJSON writes 1Gi.
func (q Quantity) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON reads 1Gi.
func (q *Quantity) UnmarshalJSON(b []byte) error { return nil }

// OpenAPISchemaType says that it is text.
func (Quantity) OpenAPISchemaType() []string { return []string{"string"} }

// OpenAPISchemaFormat says that it has no format.
func (Quantity) OpenAPISchemaFormat() string { return "" }

// OpenAPIV3OneOfTypes says what it may be.
func (Quantity) OpenAPIV3OneOfTypes() []string { return []string{"string", "number"} }
