import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ReturnUrls } from '../domain/connect-session.ts';
import { documentOf, type Page } from './page/layout.ts';
import { styleSource } from './page/style.ts';

export type Answer = APIGatewayProxyStructuredResultV2;

/** The link is a secret: it is passed on to nobody, kept by no cache, found by no search engine. */
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
} as const;

const sourceOf = (url: string): string => {
  const { protocol, origin } = new URL(url);
  // A developer's own machine is named; https and the schemes of apps are not.
  return protocol === 'http:' ? origin : protocol;
};

/**
 * Where a form of the page may lead. Chromium applies `form-action` to every redirect that follows, and the platform's
 * sign-up goes by hosts of its own choice before it leads back: https://github.com/w3c/webappsec-csp/issues/8
 */
const formTargets = (dialogUrl: string, { success_url, cancel_url, error_url, return_url }: ReturnUrls): string => {
  const targets = [dialogUrl, success_url, cancel_url, error_url, return_url].filter((url) => url !== null);
  return ["'self'", ...new Set(targets.map(sourceOf))].join(' ');
};

const policy = (formAction: string): string =>
  [
    "default-src 'none'",
    `style-src ${styleSource}`,
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A page; its forms lead nowhere unless it is told where the session may lead. */
export const pageAnswer = (page: Page, leads?: { readonly dialogUrl: string; readonly urls: ReturnUrls }): Answer => ({
  statusCode: page.status,
  headers: {
    ...always,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy(leads === undefined ? "'none'" : formTargets(leads.dialogUrl, leads.urls)),
    'x-frame-options': 'DENY',
  },
  body: documentOf(page),
});

/** Sends the browser on, by GET. @param cookie to set on the way */
export const seeOther = (location: string, cookie?: string): Answer => ({
  statusCode: 303,
  headers: { ...always, location },
  ...(cookie !== undefined && { cookies: [cookie] }),
});
