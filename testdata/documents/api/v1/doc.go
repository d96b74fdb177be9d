// +k8s:openapi-gen=true
// +k8s:openapi-model-package=com.example.workshop.v1

// Package v1 is the API of a workshop.
package v1
