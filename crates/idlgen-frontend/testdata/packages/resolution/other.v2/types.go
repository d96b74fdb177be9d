package other

type Thing struct {
	A string `json:"a"`
}

type hidden struct{}

const Mode = "c"
