package v1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Pod is a group of containers that run together.
type Pod struct {
	metav1.TypeMeta `json:",inline"`
	// Standard object metadata.
	// +nameFormat=dns1123subdomain
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// What shall run.
	Spec PodSpec `json:"spec"`
}

// PodSpec says what shall run.
//
// +validationRule="!has(self.hostNetwork) || !self.hostNetwork || self.containers.all(c, !has(c.ports) || c.ports.all(p, !has(p.hostPort) || p.hostPort == p.containerPort))",message="must use the same hostPort and containerPort on the host's network"
type PodSpec struct {
	// The containers, at least one.
	// +minItems=1
	// +maxItems=500
	// +listType=map
	// +listMapKey=name
	Containers []Container `json:"containers"`

	// Containers that run, one after the other, before the others start.
	//
	// +optional
	// +listType=map
	// +listMapKey=name
	// +validationRule="self.all(c, !has(c.ports))",message="must not open ports",reason=Forbidden
	InitContainers []Container `json:"initContainers,omitempty"`

	// Whether the pod uses the network of its host.
	// +optional
	HostNetwork bool `json:"hostNetwork,omitempty"`

	// What happens when a container ends.
	// +optional
	RestartPolicy RestartPolicy `json:"restartPolicy,omitempty"`

	// How long the pod may take to end.
	// +optional
	// +minimum=0
	// +default=30
	TerminationGracePeriodSeconds *int64 `json:"terminationGracePeriodSeconds,omitempty"`
}

// RestartPolicy says what happens when a container ends.
// +enum
type RestartPolicy string

const (
	// RestartPolicyAlways starts it again.
	RestartPolicyAlways RestartPolicy = "Always"
	// RestartPolicyOnFailure starts it again if it failed.
	RestartPolicyOnFailure RestartPolicy = "OnFailure"
	// RestartPolicyNever leaves it ended.
	RestartPolicyNever RestartPolicy = "Never"
)

// Container is one program with its image.
type Container struct {
	// The name, unique in the pod.
	// +format=k8s-short-name
	Name string `json:"name"`

	// The image to run.
	// +maxLength=255
	// +pattern=`^[a-z0-9]+([._/:@-][a-zA-Z0-9]+)*$`
	Image string `json:"image"`

	// The ports that the program listens on.
	// +optional
	// +maxItems=100
	// +listType=map
	// +listMapKey=containerPort
	// +listMapKey=protocol
	Ports []ContainerPort `json:"ports,omitempty"`

	// The arguments of the program.
	// +optional
	// +listType=atomic
	Args []string `json:"args,omitempty"`

	// Names of the capabilities that the program keeps.
	// +optional
	// +listType=set
	Capabilities []string `json:"capabilities,omitempty"`
}

// ContainerPort is a port that a program listens on.
type ContainerPort struct {
	// The port on the host.
	// +optional
	// +minimum=1
	// +maximum=65535
	HostPort int32 `json:"hostPort,omitempty"`

	// The port in the pod.
	// +minimum=1
	// +maximum=65535
	ContainerPort int32 `json:"containerPort"`

	// The protocol.
	// +optional
	// +default="TCP"
	Protocol Protocol `json:"protocol,omitempty"`
}

// Protocol is a transport protocol.
// +enum
type Protocol string

const (
	// ProtocolTCP is TCP.
	ProtocolTCP Protocol = "TCP"
	// ProtocolUDP is UDP.
	ProtocolUDP Protocol = "UDP"
)
