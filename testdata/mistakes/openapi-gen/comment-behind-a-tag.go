package v1

type Widget struct {
	// +optional # for now
	A string `json:"a,omitempty"`
}

//want: IDL0310 at 4:15
//want: says write the comment on a line of its own
//want: by hand // for now
//want: by hand // +optional
