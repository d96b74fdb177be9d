package v1

// +mutually_exclusive=a,bb
type Widget struct {
	A *string `json:"a,omitempty"`
	B *string `json:"b,omitempty"`
}

//want: IDL0513 at 3:26
//want: edit makes // +mutually_exclusive=a,b
