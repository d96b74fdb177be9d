// Package union has unions, written out and with the shorter tags.
package union

// DeploymentSpec has the union of strategies as the KEP writes it.
type DeploymentSpec struct {
	// +minimum=0
	Replicas *int32 `json:"replicas,omitempty"`

	// +optional
	// +validationRule="!(self.type == 'Recreate') || !has(self.rollingUpdate)",message="may not be specified when strategy `type` is Recreate",reason=Forbidden,field="rollingUpdate"
	// +validationRule="!(self.type == 'RollingUpdate') || has(self.rollingUpdate)",message="this should be defaulted and never be nil",reason=Required,field="rollingUpdate"
	Strategy DeploymentStrategy `json:"strategy,omitempty"`
}

// DeploymentStrategy is one of the strategies.
type DeploymentStrategy struct {
	// +required
	Type string `json:"type,omitempty"`
	// +optional
	RollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty"`
}

// Strategy has the same rules from one tag.
type Strategy struct {
	// +required
	Type string `json:"type,omitempty"`

	// +optional
	// +contextual(type)=RollingUpdate
	RollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty"`
}

// Probe has a discriminator that may be missing, and a property whose name CEL reserves.
type Probe struct {
	// +optional
	Level int32 `json:"level,omitempty"`

	// +contextual(level)=3
	Namespace *string `json:"namespace,omitempty"`
}

// RollingUpdate controls the rolling update.
type RollingUpdate struct {
	// +optional
	// +minimum=0
	MaxSurge *int32 `json:"maxSurge,omitempty"`
}

// Source has one source at the most.
//
// +mutually_exclusive=inline,reference,x-other
type Source struct {
	Inline    *string `json:"inline,omitempty"`
	Reference *string `json:"reference,omitempty"`
	Other     *string `json:"x-other,omitempty"`
}

// Target says it of one field, with the KEP's spelling.
type Target struct {
	// +mutally_exclusive=port
	Name *string `json:"name,omitempty"`
	Port *int32  `json:"port,omitempty"`
}

// Volume is a union as openapi-gen knows it.
//
// +union
type Volume struct {
	// +unionDiscriminator
	Kind string `json:"kind"`
	// +optional
	Host *string `json:"host,omitempty"`
	// +optional
	Claim *string `json:"claim,omitempty"`
}
