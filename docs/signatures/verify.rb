# frozen_string_literal: true

# Ruby 2.7 or later.
require 'openssl'

TOLERANCE_IN_SECONDS = 300
SHORTEST_KEY = 24

# The key of a secret. Raises ArgumentError: with an empty secret anybody can sign.
def key_of(secret)
  key = secret.delete_prefix('whsec_').unpack1('m0')
  return key if secret.start_with?('whsec_') && key.bytesize >= SHORTEST_KEY

  raise ArgumentError, 'the secret must be whsec_ and the Base64 of 24 bytes or more'
end

# Whether the service signed the request (Standard Webhooks).
#
# headers: names in lower case, or `request.headers` of Rails
# body: the raw bytes: `request.body.read`, before parsing
# secrets: one, or two during a rotation
# now: Unix seconds
# Raises ArgumentError when a secret is malformed.
def signed?(headers, body, secrets, now = Time.now.to_i)
  id = headers['webhook-id']
  timestamp = headers['webhook-timestamp'] || ''
  signatures = (headers['webhook-signature'] || '').split
  return false if id.nil? || !timestamp.match?(/\A[0-9]{1,15}\z/)
  return false if (now - timestamp.to_i).abs > TOLERANCE_IN_SECONDS

  signed = "#{id}.#{timestamp}.".b + body.b
  secrets.map { |secret| key_of(secret) }.any? do |key|
    expected = "v1,#{[OpenSSL::HMAC.digest('SHA256', key, signed)].pack('m0')}"
    signatures.any? { |signature| OpenSSL.secure_compare(signature, expected) }
  end
end

# Whether the header X-Hub-Signature-256 is valid. It does not cover the time: the same request is valid for ever.
# Raises ArgumentError when a secret is too short.
def hub_signed?(headers, body, secrets)
  given = headers['x-hub-signature-256'] || ''
  raise ArgumentError, 'the secret must have 24 characters or more' if secrets.any? { |secret| secret.length < SHORTEST_KEY }

  secrets.any? do |secret|
    OpenSSL.secure_compare(given, "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, body)}")
  end
end
