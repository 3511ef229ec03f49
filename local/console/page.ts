import { html, type Markup } from '../../lambdas/connect/page/html.ts';
import type { StackDescription } from '../state-file.ts';
import { copyButton, credentials } from './credentials.ts';
import { queryCommand } from './snippets.ts';
import type { ConsoleAccess } from './state.ts';

export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the script of the page needs to call the API. */
const accessOf = ({ api_url: apiUrl, apikey, partners }: StackDescription): ConsoleAccess => ({
  apiUrl,
  apikey,
  partners: partners.map(({ name, api_key: apiKey }, index) => ({ number: index + 1, name, apiKey })),
});

const choice = ({ partners }: StackDescription): Markup =>
  html`<fieldset class="choice">
    <legend>Partner</legend>
    ${partners.map(
      ({ name }, index) =>
        html`<label>
          <input type="radio" name="partner" value="${String(index + 1)}" ${index === 0 ? html`checked` : null} />
          <span>${name}</span>
        </label>`,
    )}
  </fieldset>`;

const firstCall = ({ api_url: apiUrl, apikey, partners }: StackDescription): readonly Markup[] =>
  partners.map(({ api_key: apiKey }, index) => {
    const command = queryCommand({ apiUrl, apikey, apiKey }, 'list-partner-customers');
    return html`<div class="command" data-partner="${String(index + 1)}">
      <pre tabindex="0" aria-label="First call">${command}</pre>
      ${copyButton('the first call', command)}
    </div>`;
  });

/** A section that the page's script fills. */
const live = (id: string, title: string, about: string): Markup =>
  html`<section class="card" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <p class="quiet">${about}</p>
    <div class="live"><p class="quiet">Reading …</p></div>
  </section>`;

/** What the portal shows of the partner, and better than this page would. */
const inPortal: readonly (readonly [string, string])[] = [
  ['Customers', 'customers'],
  ['Lines', 'lines'],
  ['Events and resending', 'webhook/events'],
  ['Templates', 'templates'],
  ['Delivery health', 'delivery'],
  ['Usage', 'usage'],
  ['Team and keys', 'team'],
];

const portalLinks = (): Markup =>
  html`<section class="card portal" aria-labelledby="portal-title">
    <h2 id="portal-title">In the portal</h2>
    <p class="quiet">As the partner’s members see it. The sign-in page has a button for each member.</p>
    <ul>
      ${inPortal.map(([name, path]) => html`<li><a href="/portal/${path}">${name}</a></li>`)}
    </ul>
  </section>`;

const addresses = (description: StackDescription): Markup => {
  const rows: readonly (readonly [string, string])[] = [
    ['API', description.api_url],
    ['OpenAPI 3.1', `${description.api_url}/openapi.json`],
    ['Platform simulator', description.platform.control_url],
    ['Webhook inbox', description.receiver.inbox_url],
    ['AWS services', description.aws.endpoint],
    ['Table', description.dynamodb.table],
    ['CA of the receivers', description.ca_file],
  ];
  return html`<details class="card addresses">
    <summary>All addresses</summary>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd><code>${value}</code></dd>
          </div>`,
      )}
    </dl>
  </details>`;
};

const top = (description: StackDescription): Markup =>
  html`<header class="top">
    <div class="brand">
      <img src="/console/icon.svg" alt="" width="32" height="32" />
      <h1>swift-worker</h1>
      <span class="pill">stage ${description.stage}</span>
      <p id="status" class="pill" role="status" data-state="connecting">Connecting …</p>
    </div>
    <nav aria-label="Console">
      ${description.partners.length === 0 ? null : choice(description)}
      <a class="button" href="/portal/">Portal</a>
      <a class="button" href="/docs/">Documentation</a>
      <a class="button" id="explorer" href="/console/api">API explorer</a>
    </nav>
  </header>`;

/** The page for the person who started the stack. It contains the credentials; its script loads the live sections. */
export const consolePage = (description: StackDescription): string => {
  const { partners } = description;
  const start =
    partners.length === 0
      ? html`<p>No partner was seeded. Start the stack with <code>npm start</code>.</p>`
      : html`${firstCall(description)}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <title>swift-worker, local</title>
        <link rel="icon" href="/console/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/console/style.css" />
        <script type="module" src="/console/console.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        ${top(description)}
        <main id="content" data-access="${JSON.stringify(accessOf(description))}">
          <p id="stopped" class="notice" role="alert" hidden></p>
          <p id="copied" class="hidden" role="status"></p>
          <section class="card start" aria-labelledby="start-title">
            <h2 id="start-title">Your first call</h2>
            <p class="quiet">Paste it into a terminal. It lists the partner’s customers.</p>
            ${start}
          </section>
          ${partners.map((partner, index) => credentials(partner, index + 1, description.apikey))}
          ${live('inbox', 'Webhook inbox', 'Events that the partner’s endpoint received, newest first.')}
          ${live('lines', 'Numbers at the platform', 'Phone numbers at the platform simulator, and where their callbacks are sent.')}
          ${portalLinks()}
          ${live('mails', 'Mails to members', 'Invitations that Cognito would send, newest first. No mail leaves this machine.')}
          ${live('queues', 'Queues', 'Messages by queue. A message that failed ten times is moved to FailedQueue.')}
          ${live('waiting', 'Waiting work', 'Work that waits in the table until it is due. The queues hold hints of it.')}
          ${addresses(description)}
        </main>
        <noscript><p class="notice">The live parts of this page need JavaScript.</p></noscript>
      </body>
    </html>`.text;
};
