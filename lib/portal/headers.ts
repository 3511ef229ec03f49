/** As the console's, with icons in style sheets, the managed login for calls of scripts, and Trusted Types. */
const policyFor = (signInUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${signInUrl}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The headers of every file of the portal, on AWS and on one machine. */
interface PortalHeaders {
  readonly 'content-security-policy': string;
  readonly 'cross-origin-opener-policy': 'same-origin';
  readonly 'permissions-policy': string;
  readonly 'referrer-policy': 'no-referrer';
  readonly 'x-content-type-options': 'nosniff';
}

/** @param signInUrl the base URL of the managed login, without a path */
export const portalHeaders = (signInUrl: string): PortalHeaders => ({
  'content-security-policy': policyFor(signInUrl),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});
