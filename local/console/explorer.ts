import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { html } from '../../lambdas/connect/page/html.ts';
import type { StackDescription } from '../state-file.ts';

/**
 * The API reference sets its styles by script. Without this policy it would load fonts from its vendor and send requests
 * to the vendor's proxy. The policy allows connections to this machine only.
 */
export const explorerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const byRoute = path.join(import.meta.dirname, '../../docs/openapi-by-route.json');

/** The document with one operation per route, as people look for them; docs/adr/0012-one-path-in-openapi.md. */
export const explorerDocument = async (baseUrl: string): Promise<string> => {
  const document = z.looseObject({}).parse(JSON.parse(await readFile(byRoute, 'utf8')));
  return JSON.stringify({ ...document, servers: [{ url: baseUrl }] });
};

/** The explorer, with the credentials of the partner that the query names, or else of the first one. */
export const explorerPage = (
  { apikey, api_url: apiUrl, partners }: Pick<StackDescription, 'apikey' | 'api_url' | 'partners'>,
  query: URLSearchParams,
): string => {
  const partner = partners[Number(query.get('partner') ?? 1) - 1] ?? partners[0];
  const member = partner?.members[0];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API explorer · swift-worker, local</title>
        <link rel="icon" href="/console/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/console/api/style.css" />
      </head>
      <body>
        <header class="console-bar">
          <a href="/">Console</a>
          <p>Calls are made as <strong>${partner?.name ?? 'nobody'}</strong>, with its API key filled in.</p>
        </header>
        <div
          id="reference"
          data-document="/console/api/openapi.json"
          data-wire="${apiUrl}/openapi.json"
          data-apikey="${apikey}"
          data-key="${partner?.api_key ?? ''}"
          data-member="${member?.jwt ?? ''}"
        ></div>
        <noscript>The explorer needs JavaScript.</noscript>
        <script src="/console/api/scalar.js"></script>
        <script type="module" src="/console/api/explorer.js"></script>
      </body>
    </html>`.text;
};
