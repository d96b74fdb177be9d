package v1

// +validationRule="self.replicas >"
type Widget struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0620 at 3:36
//want: says expected a value
//want: by hand // +validationRule="self.replicas > 1"
