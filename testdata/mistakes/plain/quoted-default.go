package v1

type Widget struct {
	// +default="3"
	A *int32 `json:"a,omitempty"`
}

//want: IDL0510 at 4:14
//want: edit makes // +default=3
