package v1

type Widget struct {
	// +default=ref(Sise)
	A *int32 `json:"a,omitempty"`
}

const Size = 3

//want: IDL0414 at 4:14
//want: says use `Size`
//want: by hand // +default=ref(Size)
