package v1

type Widget struct {
	// +k8s:validation:cel[1]:rule="self.size() > 1"
	A string `json:"a"`
}

//want: IDL0332 at 4:5
//want: says `cel[0]`
//want: by hand // +k8s:validation:cel[0]:rule="self.size() > 1"
