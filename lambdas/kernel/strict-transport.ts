/**
 * For two years, as for the portal's files, browsers ask this host and its subdomains over TLS only.
 * https://www.rfc-editor.org/rfc/rfc6797#section-6.1
 */
export const strictTransport = 'max-age=63072000; includeSubDomains';
