// Reads {"text": YAML} a line and writes what sigs.k8s.io/yaml makes of it: {"json": VALUE} or {"error": TEXT}.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"sigs.k8s.io/yaml"
)

type answer struct {
	JSON  json.RawMessage `json:"json,omitempty"`
	Error string          `json:"error,omitempty"`
}

func judge(text string) (result answer) {
	defer func() {
		if reason := recover(); reason != nil {
			result = answer{Error: fmt.Sprintf("panic: %v", reason)}
		}
	}()
	// Strict, so that a key which stands twice is an error, as Kubernetes' tools take it by default.
	out, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{JSON: out}
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	decoder, encoder := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var request struct{ Text string }
		if decoder.Decode(&request) != nil {
			return
		}
		if err := encoder.Encode(judge(request.Text)); err != nil {
			panic(err)
		}
	}
}
