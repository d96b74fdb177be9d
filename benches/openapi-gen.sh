#!/usr/bin/env bash
# CPU time and peak memory of idlgen and of openapi-gen for the packages of k8s.io/api, on this machine.
#
# benches/openapi-gen.sh [-k KUBERNETES_VERSION] [-t KUBE_OPENAPI_VERSION] [-n RUNS] [PROGRAM]
#   -k   version of k8s.io/api and k8s.io/apimachinery (default v0.35.0)
#   -t   version of k8s.io/kube-openapi (default: the one that Kubernetes 1.35 pins)
#   -n   runs of each program, one after the other in turn (default 3)
#   PROGRAM is idlgen (default target/release/idlgen).
# Needs Go, its module cache or the module proxy, and /usr/bin/time.
set -eu
kubernetes=v0.35.0 tool=v0.0.0-20250910181357-589584f1c912 runs=3
while getopts k:t:n: flag; do
  case $flag in k) kubernetes=$OPTARG ;; t) tool=$OPTARG ;; n) runs=$OPTARG ;; *) exit 2 ;; esac
done
shift $((OPTIND - 1))
program=$(realpath "${1:-target/release/idlgen}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

GOBIN=$work/bin go install "k8s.io/kube-openapi/cmd/openapi-gen@$tool"
go mod init example.com/measured >go.log 2>&1
go get "k8s.io/api@$kubernetes" "k8s.io/apimachinery@$kubernetes" >go.log 2>&1 || { cat go.log >&2; exit 1; }
api=$(go list -m -f '{{.Dir}}' k8s.io/api)
packages=$(cd "$api" && grep -rl '^// +k8s:openapi-gen=true' --include=doc.go . | xargs -n1 dirname | sort | sed 's#^\.#k8s.io/api#')
packages="$packages k8s.io/apimachinery/pkg/apis/meta/v1 k8s.io/apimachinery/pkg/runtime k8s.io/apimachinery/pkg/version k8s.io/apimachinery/pkg/api/resource"
{ echo 'package measured'; for package in $packages; do echo "import _ \"$package\""; done; } >imports.go
go mod tidy >go.log 2>&1 || { cat go.log >&2; exit 1; }

mkdir out
echo "$(echo "$packages" | wc -w) packages of k8s.io/api $kubernetes"
for _ in $(seq "$runs"); do
  # shellcheck disable=SC2086
  /usr/bin/time -f 'idlgen       user %U s, system %S s, peak %M KB' "$program" openapi -q --message-format short $packages -o out/definitions.json 2>&1 | tail -n1
  # shellcheck disable=SC2086
  /usr/bin/time -f 'openapi-gen  user %U s, system %S s, peak %M KB' bin/openapi-gen --output-dir out --output-pkg example.com/measured/out \
    --output-file definitions.go --go-header-file /dev/null -r /dev/null $packages 2>&1 | tail -n1
done
