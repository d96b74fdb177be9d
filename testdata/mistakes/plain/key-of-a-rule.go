package v1

// +validationRule="self.replicas > 0",mesage="too few"
type Widget struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0313 at 3:40
//want: edit makes // +validationRule="self.replicas > 0",message="too few"
