package v1

type Widget struct {
	// +default="rde"
	A *Colour `json:"a,omitempty"`
}

// +enum
type Colour string

const Red Colour = "red"

//want: IDL0510 at 4:14
//want: edit makes // +default="red"
