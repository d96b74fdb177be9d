package v1

// +validationRule="self.replicas > 0"
type Widget struct {
	Replicas *int32 `json:"replicas,omitempty"`
}

//want: IDL0633 at 3:25
//want: says `!has(self.replicas) || …`
//want: by hand // +validationRule="!has(self.replicas) || self.replicas > 0"
