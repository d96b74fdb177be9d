// Package types has types of few words.
package types

// UID is an identifier of the server's.
type UID string
