package v1

// +validationRule="self.replicas >= oldself.replicas"
type Widget struct {
	Replicas int32 `json:"replicas"`
}

//want: IDL0622 at 3:38
//want: edit makes // +validationRule="self.replicas >= oldSelf.replicas"
