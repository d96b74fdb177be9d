package v1

type Widget struct {
	// +optional=true
	A string `json:"a,omitempty"`
}

//want: IDL0305 at 4:14
//want: edit makes // +optional
