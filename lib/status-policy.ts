import { createHash } from 'node:crypto';
import { statusScript } from '../lambdas/kernel/status-page.ts';

/** https://www.w3.org/TR/CSP3/#csp-hash-source */
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The page loads nothing, and contains its style and its script. The edge is deployed before the probe that writes the page, and a
 * roll-back writes the earlier page again, so the policy fits any style.
 */
export const statusPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(statusScript)}`,
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
