package named

type Thing struct {
	// +minimum=1
	A int `json:"a"`
}
