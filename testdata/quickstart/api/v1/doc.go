// Package v1 is the API of the quick start: pods, deployments, widgets and records, small, with their rules in tags.
//
// +groupName=workloads.example.com
package v1
