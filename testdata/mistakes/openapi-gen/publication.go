package v1

// +k8s:openapi-gen=ture
type Widget struct {
	// +optional
	A string `json:"a,omitempty"`
}

//want: IDL0307 at 3:21
//want: edit makes // +k8s:openapi-gen=true
