// Package proposed has rules with functions that KEP-4153 proposed and no API server has.
package proposed

// Host calls each of them.
// +validationRule="!has(self.labels) || !has(self.selector) || self.labels.matches(self.selector)",message="labels must match the selector"
type Host struct {
	// +validationRule="self.isFormat('ipv4') == ip(self).is4()",message="two ways to ask for IPv4"
	// +validationRule="!ip(self).is6()",message="address must not be IPv6"
	Address string `json:"address,omitempty"`
	// +validationRule="self.validateFormat('dns1123label').size() == 0",message="name must be a label"
	Name string `json:"name,omitempty"`
	// +validationRule="cidr(self).overlaps(cidr('10.0.0.0/8'))",message="block must overlap 10.0.0.0/8"
	Block string `json:"block,omitempty"`
	// +validationRule="utf8.isValid(self) && utf8.isPrint(self)",message="title must be printable"
	// +validationRule="!utf8.isControl(self)",message="title must not be control characters"
	Title    string            `json:"title,omitempty"`
	Labels   map[string]string `json:"labels,omitempty"`
	Selector *Selector         `json:"selector,omitempty"`
}

// Selector selects by labels.
type Selector struct {
	MatchLabels map[string]string `json:"matchLabels,omitempty"`
	// +listType=atomic
	MatchExpressions []Requirement `json:"matchExpressions,omitempty"`
}

// Requirement is about one label.
type Requirement struct {
	Key      string `json:"key"`
	Operator string `json:"operator"`
	// +listType=atomic
	Values []string `json:"values,omitempty"`
}
