<?php
declare(strict_types=1);
require 'verify.php';

while (($line = fgets(STDIN)) !== false) {
    $fields = explode("\t", rtrim($line, "\n"));
    [$kind, $now, $keys, $content] = $fields;
    $secrets = array_map('base64_decode', explode(',', $keys));
    $body = base64_decode($content);
    $headers = [];
    foreach (array_slice($fields, 4) as $field) {
        [$name, $value] = explode('=', $field, 2);
        $headers[$name] = $value;
    }
    try {
        $valid = $kind === 'hub' ? isHubSigned($headers, $body, $secrets) : isSigned($headers, $body, $secrets, (int) $now);
    } catch (InvalidArgumentException) {
        $valid = false;
    }
    echo $valid ? "accepted\n" : "refused\n";
}
