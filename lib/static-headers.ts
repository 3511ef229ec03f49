/** The headers of every file of the portal and of the documentation, on AWS and on one machine. */
export interface StaticHeaders {
  readonly 'content-security-policy': string;
  readonly 'cross-origin-opener-policy': 'same-origin';
  readonly 'permissions-policy': string;
  readonly 'referrer-policy': 'no-referrer';
  readonly 'x-content-type-options': 'nosniff';
}

/** @param policy the policy of the content */
export const staticHeaders = (policy: string): StaticHeaders => ({
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
});
