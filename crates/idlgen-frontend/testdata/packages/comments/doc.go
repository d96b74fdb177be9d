/*
Package comments in a block.

+groupName=comments.example.com
*/
package comments

// +versionName=v1
