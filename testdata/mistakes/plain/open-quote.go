package v1

type Widget struct {
	// +pattern="^a$
	A string `json:"a"`
}

//want: IDL0308 at 4:14
//want: says unclosed quote
//want: by hand // +pattern="^a$"
