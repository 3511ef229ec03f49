package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"driver/signature"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		secrets := []string{}
		for _, key := range strings.Split(fields[2], ",") {
			secrets = append(secrets, string(must(base64.StdEncoding.DecodeString(key))))
		}
		body := must(base64.StdEncoding.DecodeString(fields[3]))
		header := http.Header{}
		for _, field := range fields[4:] {
			name, value, _ := strings.Cut(field, "=")
			header.Set(name, value)
		}
		valid := false
		if fields[0] == "hub" {
			valid, _ = signature.IsHubSigned(header, body, secrets)
		} else {
			now := time.Unix(must(strconv.ParseInt(fields[1], 10, 64)), 0)
			valid, _ = signature.IsSigned(header, body, secrets, now)
		}
		if valid {
			fmt.Println("accepted")
		} else {
			fmt.Println("refused")
		}
	}
}
