package broken

type Unclosed struct {
	A string `json:"a"`

type Next struct {
	B string `json:"b"`
}
