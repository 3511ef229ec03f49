# frozen_string_literal: true

# Ruby 2.7 or later.
require 'openssl'

TOLERANCE_IN_SECONDS = 300

# Whether the service signed the request (Standard Webhooks).
#
# headers: names in lower case, or `request.headers` of Rails
# body: the raw bytes: `request.body.read`, before parsing
# secrets: one, or two during a rotation
# now: Unix seconds
def signed?(headers, body, secrets, now = Time.now.to_i)
  id = headers['webhook-id']
  timestamp = headers['webhook-timestamp'] || ''
  signatures = (headers['webhook-signature'] || '').split
  return false if id.nil? || !timestamp.match?(/\A[0-9]{1,15}\z/)
  return false if (now - timestamp.to_i).abs > TOLERANCE_IN_SECONDS

  signed = "#{id}.#{timestamp}.".b + body.b
  secrets.any? do |secret|
    key = secret.delete_prefix('whsec_').unpack1('m0')
    expected = "v1,#{[OpenSSL::HMAC.digest('SHA256', key, signed)].pack('m0')}"
    signatures.any? { |signature| OpenSSL.secure_compare(signature, expected) }
  end
end

# Whether the header X-Hub-Signature-256 is valid. It does not cover the time: the same request is valid for ever.
def hub_signed?(headers, body, secrets)
  given = headers['x-hub-signature-256'] || ''
  secrets.any? do |secret|
    OpenSSL.secure_compare(given, "sha256=#{OpenSSL::HMAC.hexdigest('SHA256', secret, body)}")
  end
end
