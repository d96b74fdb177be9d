// Package pod has the shapes with which KEP-4153 opens: a rule across fields, and limits of ports.
package pod

// PodSpec is a description of a pod.
//
// +validationRule="!has(self.hostNetwork) || !self.hostNetwork || self.containers.all(c, !has(c.ports) || c.ports.all(cp, cp.hostPort == cp.containerPort))"
type PodSpec struct {
	// List of containers belonging to the pod.
	// +listType=map
	// +listMapKey=name
	Containers []Container `json:"containers"`

	// List of initialization containers belonging to the pod.
	// +optional
	// +listType=map
	// +listMapKey=name
	// +validationRule="self.all(c, !has(c.restartPolicy))",message="may not be set for init containers",reason=Forbidden
	InitContainers []Container `json:"initContainers,omitempty"`

	// Host networking requested for this pod. Use the host's network namespace.
	// +optional
	HostNetwork bool `json:"hostNetwork,omitempty"`
}

// A single application container that you want to run within a pod.
type Container struct {
	// Name of the container specified as a DNS_LABEL.
	// Each container in a pod must have a unique name (DNS_LABEL).
	// Cannot be updated.
	Name string `json:"name"`

	// List of ports to expose from the container.
	// +optional
	// +listType=map
	// +listMapKey=containerPort
	// +listMapKey=protocol
	Ports []ContainerPort `json:"ports,omitempty"`

	// RestartPolicy defines the restart behavior of individual containers in a pod.
	// +optional
	RestartPolicy *ContainerRestartPolicy `json:"restartPolicy,omitempty"`
}

// ContainerRestartPolicy is the restart policy of a single container.
type ContainerRestartPolicy string

// ContainerPort represents a network port in a single container.
type ContainerPort struct {
	// Number of port to expose on the host.
	//
	// +optional
	// +minimum=1
	// +maximum=65535
	HostPort int32 `json:"hostPort,omitempty"`

	// Number of port to expose on the pod's IP address.
	//
	// +minimum=1
	// +maximum=65535
	ContainerPort int32 `json:"containerPort"`

	// Protocol for port.
	// +optional
	// +default="TCP"
	Protocol Protocol `json:"protocol,omitempty"`
}

// Protocol defines network protocols supported for things like container ports.
// +enum
type Protocol string

const (
	// ProtocolTCP is the TCP protocol.
	ProtocolTCP Protocol = "TCP"
	// ProtocolUDP is the UDP protocol.
	ProtocolUDP Protocol = "UDP"
)
