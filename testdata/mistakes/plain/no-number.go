package v1

type Widget struct {
	// +maxLength=many
	A string `json:"a"`
}

//want: IDL0306 at 4:16
//want: says an integer of at least 0
//want: by hand // +maxLength=63
