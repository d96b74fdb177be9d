package v1

// Widget has mistakes that have fixes.
//
// +validationRule="self.size > 1 and self.size < 9"
type Widget struct {
	// + optional
	Size int32 `json:"size"`
	// +listType =set
	Zones []string `json:"zones"`
	// +maxlength=9
	Name string `json:"name"`
	// + kubebuilder:validation:Enum=a,b
	Color string `json:"color"`
}
