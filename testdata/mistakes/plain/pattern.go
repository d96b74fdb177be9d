package v1

type Widget struct {
	// +pattern=`^(?!a)`
	A string `json:"a"`
}

//want: IDL0509 at 4:16
//want: says look-around
//want: by hand // +pattern=`^[b-z]`
