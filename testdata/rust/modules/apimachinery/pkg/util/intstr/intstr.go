// Package intstr has one type.
package intstr

// IntOrString is a number or a name.
type IntOrString struct {
	IntVal int32
	StrVal string
}

// MarshalJSON writes what it is.
func (i IntOrString) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON reads either.
func (i *IntOrString) UnmarshalJSON(b []byte) error { return nil }

// OpenAPISchemaType says that it is text.
func (IntOrString) OpenAPISchemaType() []string { return []string{"string"} }

// OpenAPISchemaFormat says which.
func (IntOrString) OpenAPISchemaFormat() string { return "int-or-string" }

// OpenAPIV3OneOfTypes says what it may be.
func (IntOrString) OpenAPIV3OneOfTypes() []string { return []string{"integer", "string"} }
