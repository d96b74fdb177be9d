// Says what the API server of Kubernetes 1.35 says of an object of a built-in kind that is created: decoding, defaults,
// and the strategy of the kind. It reads {"id", "object"} a line and writes a line for each.
//
// go mod tidy && go build
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/capabilities"

	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"

	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/apps/controllerrevision"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/certificates/certificates"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/endpoint"
	"k8s.io/kubernetes/pkg/registry/core/event"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/node"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/discovery/endpointslice"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/ingressclass"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/node/runtimeclass"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/resource/deviceclass"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
	"k8s.io/kubernetes/pkg/registry/storage/csidriver"
	"k8s.io/kubernetes/pkg/registry/storage/csinode"
	"k8s.io/kubernetes/pkg/registry/storage/storageclass"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattachment"
)

var strategies = map[string]rest.RESTCreateStrategy{
	"MutatingWebhookConfiguration": mutatingwebhookconfiguration.Strategy, "ValidatingWebhookConfiguration": validatingwebhookconfiguration.Strategy,
	"ControllerRevision": controllerrevision.Strategy, "DaemonSet": daemonset.Strategy, "Deployment": deployment.Strategy, "ReplicaSet": replicaset.Strategy,
	"StatefulSet": statefulset.Strategy, "HorizontalPodAutoscaler": horizontalpodautoscaler.Strategy, "CronJob": cronjob.Strategy, "Job": job.Strategy,
	"CertificateSigningRequest": certificates.Strategy, "Lease": lease.Strategy, "ConfigMap": configmap.Strategy, "Endpoints": endpoint.Strategy, "Event": event.Strategy,
	"LimitRange": limitrange.Strategy, "Namespace": namespace.Strategy, "Node": node.Strategy, "PersistentVolume": persistentvolume.Strategy,
	"PersistentVolumeClaim": persistentvolumeclaim.Strategy, "Pod": pod.Strategy, "PodTemplate": podtemplate.Strategy, "ReplicationController": replicationcontroller.Strategy,
	"ResourceQuota": resourcequota.Strategy, "Secret": secret.Strategy, "Service": service.Strategy, "ServiceAccount": serviceaccount.Strategy, "EndpointSlice": endpointslice.Strategy,
	"FlowSchema": flowschema.Strategy, "PriorityLevelConfiguration": prioritylevelconfiguration.Strategy, "Ingress": ingress.Strategy, "IngressClass": ingressclass.Strategy,
	"NetworkPolicy": networkpolicy.Strategy, "RuntimeClass": runtimeclass.Strategy, "PodDisruptionBudget": poddisruptionbudget.Strategy, "ClusterRole": clusterrole.Strategy,
	"ClusterRoleBinding": clusterrolebinding.Strategy, "Role": role.Strategy, "RoleBinding": rolebinding.Strategy, "DeviceClass": deviceclass.Strategy,
	"PriorityClass": priorityclass.Strategy, "CSIDriver": csidriver.Strategy, "CSINode": csinode.Strategy, "StorageClass": storageclass.Strategy, "VolumeAttachment": volumeattachment.Strategy,
}

type cause struct {
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message,omitempty"`
	Field   string `json:"field,omitempty"`
}
type answer struct {
	Id     any     `json:"id,omitempty"`
	Stage  string  `json:"stage"` // decode, valid, invalid, unknown
	Text   string  `json:"text,omitempty"`
	Causes []cause `json:"causes,omitempty"`
}

var strict = serializer.NewCodecFactory(legacyscheme.Scheme, serializer.EnableStrict)

func judge(raw []byte) (a answer) {
	defer func() {
		if r := recover(); r != nil {
			a = answer{Stage: "panic", Text: fmt.Sprint(r)}
		}
	}()
	var u unstructured.Unstructured
	if err := json.Unmarshal(raw, &u.Object); err != nil {
		return answer{Stage: "decode", Text: err.Error()}
	}
	gvk := u.GroupVersionKind()
	if !legacyscheme.Scheme.Recognizes(gvk) {
		return answer{Stage: "unknown", Text: gvk.String()}
	}
	var jsonInfo runtime.SerializerInfo
	for _, i := range strict.SupportedMediaTypes() {
		if i.MediaType == "application/json" {
			jsonInfo = i
		}
	}
	internal := schema.GroupVersion{Group: gvk.Group, Version: runtime.APIVersionInternal}
	decoder := strict.DecoderToVersion(jsonInfo.StrictSerializer, internal)
	obj, got, err := decoder.Decode(raw, &gvk, nil)
	if err != nil {
		return answer{Stage: "decode", Text: fmt.Sprintf("%s in version %q cannot be handled as a %s: %v", got.Kind, got.Version, got.Kind, err)}
	}
	strategy, ok := strategies[gvk.Kind]
	if !ok {
		return answer{Stage: "nostrategy"}
	}
	ns := u.GetNamespace()
	ctx := context.Background()
	if strategy.NamespaceScoped() {
		if ns == "" {
			ns = "default"
		}
	} else {
		ns = ""
	}
	ctx = genericapirequest.WithNamespace(ctx, ns)
	accessor, err := meta.Accessor(obj)
	if err != nil {
		return answer{Stage: "nostrategy"}
	}
	rest.FillObjectMetaSystemFields(accessor)
	if strategy.NamespaceScoped() {
		accessor.SetNamespace(ns)
	}
	resource := strings.ToLower(gvk.Kind) + "s"
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{IsResourceRequest: true, Verb: "create", APIGroup: gvk.Group, APIVersion: gvk.Version, Resource: resource, Namespace: ns})
	err = rest.BeforeCreate(strategy, ctx, obj)
	if err == nil {
		return answer{Stage: "valid"}
	}
	if status, ok := err.(apierrors.APIStatus); ok {
		a := answer{Stage: "invalid", Text: err.Error()}
		if d := status.Status().Details; d != nil {
			for _, c := range d.Causes {
				a.Causes = append(a.Causes, cause{string(c.Type), c.Message, c.Field})
			}
		}
		return a
	}
	return answer{Stage: "invalid", Text: err.Error()}
}

func main() {
	capabilities.Initialize(capabilities.Capabilities{AllowPrivileged: true})
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<28)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var req struct {
			Id     any             `json:"id"`
			Object json.RawMessage `json:"object"`
		}
		if err := json.Unmarshal(in.Bytes(), &req); err != nil {
			out.Encode(answer{Stage: "bad", Text: err.Error()})
			continue
		}
		a := judge(req.Object)
		a.Id = req.Id
		out.Encode(a)
	}
}
