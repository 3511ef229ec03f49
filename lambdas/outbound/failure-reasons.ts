import type { OutboundError } from './client.ts';

/** Why an exchange failed, in words for the partner. */
export const failureReasons: Readonly<Record<OutboundError, string>> = {
  refused_url: 'the URL leads to no public address',
  refused_address: 'the host has an address that is not public',
  dns: 'the host name has no address',
  connect: 'no connection could be made',
  tls: 'TLS failed: the certificate has to be valid for the host, and its chain complete',
  timeout: 'no complete response came in time',
  reset: 'the connection broke before the response was complete',
  protocol: 'the response was not valid HTTP',
};
