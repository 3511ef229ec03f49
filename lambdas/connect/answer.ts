import { createHash } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ReturnUrls } from '../domain/connect-session.ts';
import { documentOf, styleOfPage, type Page, type PageScript } from './page/layout.ts';

export type Answer = APIGatewayProxyStructuredResultV2;

/**
 * The link is a secret. No other site, cache or search engine may hold it. With `no-referrer` the page's own forms would come
 * with the origin `null`: https://fetch.spec.whatwg.org/#append-a-request-origin-header
 */
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
} as const;

const sourceOf = (url: string): string => {
  const { protocol, origin } = new URL(url);
  // The policy names a loopback host. For https and the schemes of apps it names the scheme alone.
  return protocol === 'http:' ? origin : protocol;
};

/**
 * The targets of the page's forms. Chromium applies `form-action` to every redirect that follows, and the platform's
 * sign-up redirects to hosts of its own choice: https://github.com/w3c/webappsec-csp/issues/8
 */
const formTargets = (dialogUrl: string, { success_url, cancel_url, error_url, return_url }: ReturnUrls): string => {
  const targets = [dialogUrl, success_url, cancel_url, error_url, return_url].filter((url) => url !== null);
  return ["'self'", ...new Set(targets.map(sourceOf))].join(' ');
};

/** https://www.w3.org/TR/CSP3/#csp-hash-source */
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The origins of the platform: that of the dialog, and those of its subdomains. An IP address has none. */
const platformSources = (dialogUrl: string): string => {
  const { protocol, hostname, host, origin } = new URL(dialogUrl);
  if (/^[\d.]+$|:/.test(hostname)) return origin;
  const domain = host.replace(/^www\./, '');
  return `${protocol}//${domain} ${protocol}//*.${domain}`;
};

/** What a script needs beside the page's images. */
interface ScriptSources {
  readonly directives: readonly string[];
  readonly images: string | null;
}

/**
 * The platform's script loads more of itself, calls the platform, frames it and shows its images.
 * https://github.com/Trustroots/trustroots/pull/1113
 */
const scriptSources = (script: PageScript | undefined): ScriptSources => {
  if (script === undefined) return { directives: [], images: null };
  const own = `script-src ${hashOf(script.text)}`;
  if (script.kind === 'progress') return { directives: [own, "connect-src 'self'"], images: null };
  const platform = platformSources(script.dialogUrl);
  const sdk = new URL(script.sdkUrl).origin;
  return { directives: [`${own} ${sdk}`, `frame-src ${platform}`, `connect-src ${platform}`], images: platform };
};

const policyOf = (page: Page, formAction: string): string => {
  const { directives, images } = scriptSources(page.script);
  const logo = page.host === null || page.host.logo === null ? null : "'self'";
  const shown = [logo, images].filter((source) => source !== null);
  return [
    "default-src 'none'",
    `style-src ${hashOf(styleOfPage(page))}`,
    ...directives,
    ...(shown.length === 0 ? [] : [`img-src ${shown.join(' ')}`]),
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/** @param leads where the forms of the page may lead; nowhere without it */
export const pageAnswer = (page: Page, leads?: { readonly dialogUrl: string; readonly urls: ReturnUrls }): Answer => ({
  statusCode: page.status,
  headers: {
    ...always,
    'content-type': 'text/html; charset=utf-8',
    'content-language': page.language,
    vary: 'accept-language',
    'content-security-policy': policyOf(
      page,
      leads === undefined ? "'none'" : formTargets(leads.dialogUrl, leads.urls),
    ),
    // The window of the platform's script needs its opener, which `same-origin` would cut. The other pages have no policy,
    // because a partner's page may have opened the link in a window of its own.
    // https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Cross-Origin-Opener-Policy
    ...(page.script?.kind === 'sign_up' && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    'x-frame-options': 'DENY',
  },
  body: documentOf(page),
});

/** Leads to the same path of the host of the pages, with the method and the body. */
export const onOwnHost = (location: string): Answer => ({ statusCode: 308, headers: { ...always, location } });

/** Redirects the browser to a page, which it gets by GET. @param cookies to set */
export const seeOther = (location: string, ...cookies: readonly string[]): Answer => ({
  statusCode: 303,
  headers: { ...always, location },
  ...(cookies.length > 0 && { cookies: [...cookies] }),
});
