package v1

type Widget struct {
	// +maxLength
	A string `json:"a"`
}

//want: IDL0303 at 4:6
//want: says an integer of at least 0
//want: by hand // +maxLength=63
