package v1

type Widget struct {
	// +optional # for now
	A string `json:"a,omitempty"`
}

//want: IDL0310 at 4:15
//want: says move the comment to its own line
//want: by hand // for now
//want: by hand // +optional
