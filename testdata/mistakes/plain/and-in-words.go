package v1

// +validationRule="self.replicas > 1 and self.replicas < 9"
type Widget struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0620 at 3:39
//want: edit makes // +validationRule="self.replicas > 1 && self.replicas < 9"
