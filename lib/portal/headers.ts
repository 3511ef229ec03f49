import { staticHeaders, type StaticHeaders } from '../static-headers.ts';

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

/** @param signInUrl the base URL of the managed login, without a path */
export const portalHeaders = (signInUrl: string): StaticHeaders => staticHeaders(policyFor(signInUrl));
