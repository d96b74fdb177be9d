package v1

// +validationRule="self.replica > 0"
type Widget struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0621 at 3:25
//want: edit makes // +validationRule="self.replicas > 0"
