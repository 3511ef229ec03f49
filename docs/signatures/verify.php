<?php
// PHP 8.0 or later.
declare(strict_types=1);

const TOLERANCE_IN_SECONDS = 300;

/**
 * Whether the service signed the request (Standard Webhooks).
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
    foreach ($secrets as $secret) {
        $key = base64_decode(substr($secret, strlen('whsec_')), true);
        if ($key === false) {
            throw new InvalidArgumentException('the secret is not whsec_ and Base64');
        }
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
 *
 * @param array<string, string> $headers
 * @param list<string> $secrets
 */
function isHubSigned(array $headers, string $body, array $secrets): bool
{
    foreach ($secrets as $secret) {
        $expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
        if (hash_equals($expected, $headers['x-hub-signature-256'] ?? '')) {
            return true;
        }
    }
    return false;
}
