package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Deployment keeps a number of equal pods running.
type Deployment struct {
	metav1.TypeMeta `json:",inline"`
	// Standard object metadata.
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// The wanted state.
	Spec DeploymentSpec `json:"spec"`
}

// DeploymentSpec is the wanted state of a Deployment.
type DeploymentSpec struct {
	// The number of pods.
	// +optional
	// +minimum=0
	// +default=1
	Replicas *int32 `json:"replicas,omitempty"`

	// Which pods belong to the Deployment.
	// +immutable
	Selector *metav1.LabelSelector `json:"selector"`

	// The pods to create.
	Template PodSpec `json:"template"`

	// How old pods are replaced.
	//
	// +optional
	// +validationRule="!(self.type == 'Recreate') || !has(self.rollingUpdate)",message="may not be specified when strategy `type` is Recreate",reason=Forbidden,field="rollingUpdate"
	// +validationRule="!(self.type == 'RollingUpdate') || has(self.rollingUpdate)",message="this should be defaulted and never be nil",reason=Required,field="rollingUpdate"
	Strategy *DeploymentStrategy `json:"strategy,omitempty"`

	// Whether the Deployment does nothing for now.
	// +optional
	Paused bool `json:"paused,omitempty"`
}

// DeploymentStrategy says how old pods are replaced.
type DeploymentStrategy struct {
	// The kind of replacement.
	Type DeploymentStrategyType `json:"type"`

	// Settings of a rolling update.
	// +optional
	RollingUpdate *RollingUpdate `json:"rollingUpdate,omitempty"`
}

// DeploymentStrategyType is a kind of replacement.
// +enum
type DeploymentStrategyType string

const (
	// RecreateStrategy ends all pods before new ones start.
	RecreateStrategy DeploymentStrategyType = "Recreate"
	// RollingUpdateStrategy replaces pods step by step.
	RollingUpdateStrategy DeploymentStrategyType = "RollingUpdate"
)

// RollingUpdate holds the settings of a rolling update.
type RollingUpdate struct {
	// How many pods, or what share of them, may be missing.
	// +optional
	MaxUnavailable *intstr.IntOrString `json:"maxUnavailable,omitempty"`
}
