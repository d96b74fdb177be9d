// Package shapes has structs without names, and types with parameters.
package shapes

// Shapes are structs.
type Shapes struct {
	Point struct {
		// +minimum=1
		X int32 `json:"x,omitempty"`
		Y int32 `json:"y,omitempty"`
	} `json:"point,omitempty"`
	Points []struct {
		Label string `json:"label"`
		Inner *struct {
			// +maxLength=2
			Text string `json:"text,omitempty"`
		} `json:"inner,omitempty"`
	} `json:"points,omitempty"`
}
