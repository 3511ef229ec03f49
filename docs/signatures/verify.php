<?php
// PHP 8.0 or later.
declare(strict_types=1);

const TOLERANCE_IN_SECONDS = 300;
const SHORTEST_KEY = 24;

/** The key of a secret. Throws InvalidArgumentException: with an empty secret anybody can sign. */
function keyOf(string $secret): string
{
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if (!str_starts_with($secret, 'whsec_') || $key === false || strlen($key) < SHORTEST_KEY) {
        throw new InvalidArgumentException('the secret must be whsec_ and the Base64 of 24 bytes or more');
    }
    return $key;
}

/**
 * Whether the service signed the request (Standard Webhooks). Throws InvalidArgumentException when a secret is malformed.
 *
 * @param array<string, string> $headers names in lower case: array_change_key_case(getallheaders())
 * @param string $body the raw bytes: file_get_contents('php://input')
 * @param list<string> $secrets one, or two during a rotation
 * @param int|null $now Unix seconds
 */
function isSigned(array $headers, string $body, array $secrets, ?int $now = null): bool
{
    $id = $headers['webhook-id'] ?? null;
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = explode(' ', $headers['webhook-signature'] ?? '');
    if ($id === null || preg_match('/\A[0-9]{1,15}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(($now ?? time()) - (int) $timestamp) > TOLERANCE_IN_SECONDS) {
        return false;
    }
    foreach (array_map('keyOf', $secrets) as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach ($signatures as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }
    return false;
}

/**
 * Whether the header X-Hub-Signature-256 is valid. It does not cover the time: the same request is valid for ever.
 * Throws InvalidArgumentException when a secret is too short.
 *
 * @param array<string, string> $headers
 * @param list<string> $secrets
 */
function isHubSigned(array $headers, string $body, array $secrets): bool
{
    foreach ($secrets as $secret) {
        if (strlen($secret) < SHORTEST_KEY) {
            throw new InvalidArgumentException('the secret must have 24 characters or more');
        }
        $expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
        if (hash_equals($expected, $headers['x-hub-signature-256'] ?? '')) {
            return true;
        }
    }
    return false;
}
