// Package dotted is imported without a qualifier.
package dotted

import "example.com/packages/resolution/other.v2"

// Dotted is a name.
// +maxLength=4
type Dotted string

type NotUsed struct {
	A other.Thing `json:"a"`
}
