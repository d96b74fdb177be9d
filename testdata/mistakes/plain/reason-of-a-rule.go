package v1

// +validationRule="self.replicas > 0",reason=Forbiden
type Widget struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0315 at 3:47
//want: edit makes // +validationRule="self.replicas > 0",reason=Forbidden
