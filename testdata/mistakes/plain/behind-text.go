package v1

type Widget struct {
	// The name. +optional
	A string `json:"a,omitempty"`
}

//want: IDL0302 at 4:15
//want: says a line of its own
//want: by hand // +optional
