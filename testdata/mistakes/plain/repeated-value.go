package v1

type Widget struct {
	// +enum=a;b;a
	A string `json:"a"`
}

//want: IDL0512 at 4:11
//want: edit makes // +enum=a;b
