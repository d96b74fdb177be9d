package v1

// +validationRule="self.replicas = 1"
type Widget struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0620 at 3:35
//want: edit makes // +validationRule="self.replicas == 1"
