type NoClause struct {
	A string `json:"a"`
}
