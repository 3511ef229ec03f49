// Package signature verifies requests to a webhook endpoint. Go 1.18 or later.
package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	tolerance   = 300 * time.Second
	shortestKey = 24
)

var errSecret = errors.New("the secret must be whsec_ and the Base64 of 24 bytes or more")

// keyOf returns the key of a secret. With an empty secret anybody can sign.
func keyOf(secret string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) < shortestKey || !strings.HasPrefix(secret, "whsec_") {
		return nil, errSecret
	}
	return key, nil
}

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
	keys := [][]byte{}
	for _, secret := range secrets {
		key, err := keyOf(secret)
		if err != nil {
			return false, err
		}
		keys = append(keys, key)
	}
	for _, key := range keys {
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
// It does not cover the time: the same request is valid for ever. The error is about a secret that is too short.
func IsHubSigned(header http.Header, body []byte, secrets []string) (bool, error) {
	given := []byte(header.Get("x-hub-signature-256"))
	for _, secret := range secrets {
		if len(secret) < shortestKey {
			return false, errSecret
		}
		if hmac.Equal(given, []byte("sha256="+hex.EncodeToString(mac([]byte(secret), body)))) {
			return true, nil
		}
	}
	return false, nil
}

func mac(key, data []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write(data)
	return hash.Sum(nil)
}
