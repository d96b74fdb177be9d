// Package enumerations has texts with known values.
package enumerations

// Policy says what is done.
// +enum
type Policy string

const (
	// PolicyAlways is done always.
	PolicyAlways Policy = "Always"
	// PolicyNever is never done.
	PolicyNever Policy = "Never"
	// PolicyAgain has a value that is there already.
	PolicyAgain Policy = "Always"
)

// Media is a type of media.
// +enum
type Media string

const (
	// JSONPatch is a patch.
	JSONPatch Media = "application/json-patch+json"
	Empty     Media = ""
	Other     Media = "Other"
	Self      Media = "self"
	OneHalf   Media = "1/2"
)

// Open has known values and allows others.
type Open string

const (
	// OpenCPU is one.
	OpenCPU    Open = "cpu"
	OpenMemory Open = "memory"
)

// Level is a number with known values.
type Level int32

const (
	LevelLow Level = iota + 1
	LevelHigh
)

// Enumerated uses them all.
type Enumerated struct {
	Policy Policy `json:"policy"`
	// +optional
	Optional Policy  `json:"optional,omitempty"`
	Pointer  *Policy `json:"pointer,omitempty"`
	Media    Media   `json:"media,omitempty"`
	Open     Open    `json:"open,omitempty"`
	Level    Level   `json:"level,omitempty"`
	// +listType=set
	Set    []Policy          `json:"set,omitempty"`
	Keys   map[Policy]string `json:"keys,omitempty"`
	Values map[Open]Policy   `json:"values,omitempty"`
}
