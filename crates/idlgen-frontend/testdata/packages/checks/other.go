package checks

// +k8s:maxLengh=3
// +maxlength=3
// +kubebuilder:validation:maxLength=3
// +kubebuilder:validation:Foo=3
// +kubebuilder:Validation:MaxLength=3
// +validation:MaxLength=3
// +k8s:validation:maxlength=3
// +k8s:validation:Foo=3
// +optionl
// +Optional
// +listmapkey=a
// +genclient:nonNamspaced
// +something
// +example.com/x=y
// + optional
// optional
// +required:
// +max Length=3
// +maxLength = 3
// +maxLength=3 characters
// +maxLength=3,4
// +maxLength=-1
// +maxLength=1.5
// +maxLength="3"
// +maxLength=
// +maxLength
// +minimum=a
// +minimum=1e3
// +minimum=0x10
// +exclusiveMinimum=maybe
// +multipleOf=0
// +multipleOf=-2
// +pattern=(
// +pattern=`(`
// +pattern=
// +format=unknown-format
// +format=two words
// +uniqueItems=maybe
// +listType=Map
// +enum=
// +enum=a,b
// +enum=[1
// +enum=a;;b
// +default=
// +default={
// +default=ref(
// +default=ref()
// +default=ref(a b)
// +title=
// +title="open
// +mutually_exclusive=
// +mutually_exclusive=a
// +mutually_exclusive=a,,b
// +nameFormat=none
// +patchStrategy=merge,retainKeys
// +patchStrategy=merge,x
// +errorMessage(maxLength)=
// +errorMessage(maxLen)="x"
// +errorMessage=x
// +errorMessage(minLength)="x",reason=No
// +validationRule=
// +validationRule="a",mesage="b"
// +validationRule="a",message
// +validationRule="a",message="b",message="c"
// +validationRule="a" message="b"
// +validationRule="a",
// +validationRule="open
// +validationRule='self == "x"',message='it''s'
// +validationRule[0]:rule=x
// +k8s:ifEnabled=+k8s:maxLength=3
// +k8s:ifEnabled(A)=maxLength
// +k8s:ifEnabled(A)=+k8s:maxLength=x
// +k8s:eachVal=
// +k8s:item(a: 1, b: "c")=+k8s:immutable
// +k8s:item(a 1)=+k8s:immutable
// +k8s:unionMember(union: "a", memberName: "b")
// +k8s:unionMember(onion: "a")
// +k8s:update=Never
// +k8s:format=unknown
// +versionName=
// +kubebuilder:printcolumn:name=A
// +kubebuilder:printcolumn:name=A,type=wrong,JSONPath=.a
// +kubebuilder:printcolumn:name=A,type=string,JSONPath=a
// +kubebuilder:resource:scope=Everywhere
// +kubebuilder:resource:shortName={a,b},categories=c;d,path=p,singular=s
// +kubebuilder:resource:pat=p
// +kubebuilder:subresource:scale:specpath=.a
// +kubebuilder:subresource:scael
// +kubebuilder:deprecatedversion:warning=
// +kubebuilder:metadata:annotations="a=b";"c"
// +kubebuilder:selectablefield:JSONPath=a
// +openshift:enable:FeatureGate=
// +openshift:validation:FeatureGateAwareEnum:featureGate=A,enum=a;b
// +openshift:validation:FeatureGateAwareEnum:enum=a
// +openshift:validation:FeatureGateAwareMaxItems:featureGate=A,maxItems=x
// +openshift:validation:FeatureGateAwareMaxItems:featureGate=A,requiredFeatureGate=B;C,maxItems=3
type Tagged struct {
	A string `json:"a"`
}
