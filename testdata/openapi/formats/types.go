// Package formats has formats that not every server knows.
package formats

// Names has a field for each of them.
type Names struct {
	// +format=dns1123subdomain
	Subdomain string `json:"subdomain,omitempty"`
	// +format=dns1123label
	// +maxLength=20
	Label string `json:"label,omitempty"`
	// +format=dns1035label
	// +pattern=`-`
	Service string `json:"service,omitempty"`
	// +format=k8s-short-name
	Short string `json:"short,omitempty"`
	// +format=quantity
	Quantity string `json:"quantity,omitempty"`
	// +format=labelValue
	// +errorMessage(format)="must be a value of a label"
	LabelValue string `json:"labelValue,omitempty"`
	// +format=uri
	Address string `json:"address,omitempty"`
	// +format=date-time
	Time string `json:"time,omitempty"`
}
