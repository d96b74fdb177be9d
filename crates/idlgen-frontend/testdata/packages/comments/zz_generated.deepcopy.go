package comments

// DeepCopyInto copies.
func (in *A) DeepCopyInto(out *A) {
	*out = *in
}
