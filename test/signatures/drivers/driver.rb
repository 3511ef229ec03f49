# frozen_string_literal: true

require_relative 'verify'

$stdin.each_line do |line|
  kind, now, keys, content, *fields = line.chomp.split("\t", -1)
  secrets = keys.split(',').map { |key| key.unpack1('m0') }
  body = content.unpack1('m0')
  headers = fields.to_h { |field| field.split('=', 2) }
  valid =
    begin
      kind == 'hub' ? hub_signed?(headers, body, secrets) : signed?(headers, body, secrets, now.to_i)
    rescue ArgumentError
      false
    end
  puts valid ? 'accepted' : 'refused'
end
