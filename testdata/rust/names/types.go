// Package names has fields whose names Rust cannot take over as they are.
package names

// Names are odd.
type Names struct {
	PodIPs            []string `json:"podIPs,omitempty"`
	HostIPC           bool     `json:"hostIPC,omitempty"`
	Type              string   `json:"type,omitempty"`
	Self              string   `json:"self,omitempty"`
	Gen               string   `json:"gen,omitempty"`
	GPU               string   `json:"limits.nvidia.com/gpu,omitempty"`
	Digits            string   `json:"3scale,omitempty"`
	Ref               string   `json:"$ref,omitempty"`
	Dash              string   `json:"-,"`
	Hidden            string   `json:"-"`
	Untagged          string
	NamedLikeTheOther string   `json:"untagged,omitempty"`
	KubeAPIVersion    string   `json:"kubeAPIVersion,omitempty"`
	NonResourceURLs   []string `json:"nonResourceURLs,omitempty"`
}

// Option has the name of a type that everybody knows, and so has what follows.
type Option struct {
	Value *String `json:"value,omitempty"`
	Many  []Vec   `json:"many,omitempty"`
	Maybe *int32  `json:"maybe,omitempty"`
}

// String is a struct.
type String struct {
	// +required
	Text string `json:"text"`
}

// Vec is a struct.
type Vec struct {
	Path    Path              `json:"path,omitempty"`
	Context map[string]string `json:"context,omitempty"`
	Box     *Box              `json:"box,omitempty"`
}

// Path is text.
type Path string

// Box holds itself.
type Box struct {
	Box *Box `json:"box,omitempty"`
	// +maxLength=5
	Validate Validate `json:"validate,omitempty"`
}

// Validate is text.
type Validate string

// Rule has rules.
// +validationRule="self.check.size() > 0",message="check must be given"
type Rule struct {
	// +listType=map
	// +listMapKey=key
	Check []Value `json:"check,omitempty"`
}

// Value has a key.
type Value struct {
	Key  string  `json:"key"`
	Zero float32 `json:"zero,omitempty"`
}
