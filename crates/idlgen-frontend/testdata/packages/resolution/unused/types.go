package unused

type Thing struct{}
