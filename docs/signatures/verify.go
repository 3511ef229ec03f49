// Package signature verifies requests to a webhook endpoint. Go 1.18 or later.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

// IsSigned tells whether the service signed the request (Standard Webhooks).
// The body is the raw bytes, before parsing. There is one secret, or two during a rotation.
// The error is about a malformed secret.
func IsSigned(header http.Header, body []byte, secrets []string, now time.Time) (bool, error) {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if id == "" || err != nil {
		return false, nil
	}
	if age := now.Sub(time.Unix(int64(seconds), 0)).Truncate(time.Second); age > tolerance || age < -tolerance {
		return false, nil
	}
	signed := append([]byte(id+"."+timestamp+"."), body...)
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return false, err
		}
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac(key, signed)))
		for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
			if hmac.Equal([]byte(signature), expected) {
				return true, nil
			}
		}
	}
	return false, nil
}

// IsHubSigned tells whether the header X-Hub-Signature-256 is valid.
// It does not cover the time: the same request is valid for ever.
func IsHubSigned(header http.Header, body []byte, secrets []string) bool {
	given := []byte(header.Get("x-hub-signature-256"))
	for _, secret := range secrets {
		if hmac.Equal(given, []byte("sha256="+hex.EncodeToString(mac([]byte(secret), body)))) {
			return true
		}
	}
	return false
}

func mac(key, data []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(data)
	return hash.Sum(nil)
}
