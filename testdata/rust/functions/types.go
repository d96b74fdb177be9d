// Package functions has rules that hand-written functions replace.
package functions

// Range is a range of sizes.
// +validationRule="self.minSize <= self.maxSize"
// +validationRule="!has(self.labels) || self.labels.all(key, key.startsWith(self.prefix))",messageExpression="'labels must start with ' + self.prefix"
// +validationRule="self.maxSize >= oldSelf.maxSize"
// +validationRule="!oldSelf.hasValue() || self.prefix == oldSelf.value().prefix",optionalOldSelf=true
type Range struct {
	MinSize int32 `json:"minSize"`
	MaxSize int32 `json:"maxSize"`
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// +validationRule="self != 'root'",reason=Forbidden
	Prefix string `json:"prefix"`
	// Not replaced.
	// +validationRule="self != 'never'"
	Other string `json:"other"`
}

// Ranges contains a range.
type Ranges struct {
	// +optional
	// +listType=map
	// +listMapKey=prefix
	Ranges []Range `json:"ranges,omitempty"`
}
