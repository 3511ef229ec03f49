import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ReturnUrls } from '../domain/connect-session.ts';
import { documentOf, type Page } from './page/layout.ts';
import { styleSource } from './page/style.ts';

export type Answer = APIGatewayProxyStructuredResultV2;

/** The link is a secret. No referrer, cache or search engine may hold it. */
const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
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

const policy = (formAction: string): string =>
  `default-src 'none'; style-src ${styleSource}; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`;

/** @param leads where the forms of the page may lead; nowhere without it */
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

/** Redirects the browser to a page, which it gets by GET. @param cookie to set */
export const seeOther = (location: string, cookie?: string): Answer => ({
  statusCode: 303,
  headers: { ...always, location },
  ...(cookie !== undefined && { cookies: [cookie] }),
});
