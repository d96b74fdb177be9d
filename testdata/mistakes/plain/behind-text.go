package v1

type Widget struct {
	// The name. +optional
	A string `json:"a,omitempty"`
}

//want: IDL0302 at 4:15
//want: says a tag must start its line
//want: by hand // +optional
