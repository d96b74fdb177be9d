package v1

type Widget struct {
	// +minLength=5
	// +maxLength=3
	A string `json:"a"`
}

//want: IDL0505 at 5:5
//want: says +maxLength=3
//want: by hand // +maxLength=9
