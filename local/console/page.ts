import { calls } from '../calls.ts';
import { html, type Markup } from '../../lambdas/connect/page/html.ts';
import type { StackDescription } from '../state-file.ts';
import { endpointControls, platformSimulator } from './controls.ts';
import { credentials, signIns } from './credentials.ts';
import { addresses, places } from './places.ts';

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

const choice = ({ partners }: StackDescription): Markup =>
  html`<fieldset class="choice">
    <legend class="hidden">Partner</legend>
    ${partners.map(
      ({ name }, index) =>
        html`<label>
          <input type="radio" name="partner" value="${String(index + 1)}" ${index === 0 ? html`checked` : null} />
          <span>${name}</span>
        </label>`,
    )}
  </fieldset>`;

/** The page's script shows it when there are any. */
const invited = html`<section class="card" id="invited" aria-labelledby="invited-title" hidden>
  <h2 id="invited-title">Invited since the start</h2>
  <p class="quiet">Cognito would send a mail to each. No mail leaves this machine.</p>
  <div class="live"></div>
</section>`;

/** The page's script shows it when there are any. */
const mails = html`<section class="card" id="mails" aria-labelledby="mails-title" hidden>
  <h2 id="mails-title">Mails about notifications</h2>
  <p class="quiet">SES would send these. No mail leaves this machine.</p>
  <div class="live"></div>
</section>`;

/** A section that the page's script fills. @param below what is shown under it */
const live = (id: string, title: string, about: string, below: readonly Markup[] = []): Markup =>
  html`<section class="card" id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <p class="quiet">${about}</p>
    <div class="live"><p class="quiet">Reading …</p></div>
    ${below}
  </section>`;

const top = (description: StackDescription): Markup =>
  html`<header class="top">
    <div class="brand">
      <img src="/console/icon.svg" alt="" width="32" height="32" />
      <h1>swift-worker</h1>
      <span class="pill">stage ${description.stage}</span>
      <p id="status" class="pill" role="status" data-state="connecting">Connecting …</p>
    </div>
    ${description.partners.length === 0 ? null : choice(description)}
  </header>`;

/** The page for the person who started the stack. It contains the credentials; its script loads the live sections. */
export const consolePage = (description: StackDescription, stateFile: string): string => {
  const { partners } = description;
  const seeded =
    partners.length === 0
      ? html`<section class="card">
          <p>No partner was seeded. Start the stack with <code>${calls.start}</code>.</p>
        </section>`
      : html`${partners.map((partner, index) => html`${credentials(description, partner, index + 1)} ${signIns(partner, index + 1, stateFile)}`)}`;
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
        <a class="skip hidden" href="#content">To the content</a>
        ${top(description)}
        <main id="content">
          <p id="stopped" class="notice" role="alert" hidden></p>
          <p id="copied" class="hidden" role="status"></p>
          ${places(description, stateFile)}
          <div class="columns">
            <div>${seeded} ${invited} ${mails}</div>
            <div>
              ${live(
                'inbox',
                'Webhook inbox',
                'What the partner’s endpoint received, newest first.',
                partners.map((_, index) => endpointControls(description, index + 1)),
              )}
              ${live('work', 'Queues and waiting work', 'Work waits in the table until it is due; queues hold hints of it.')}
            </div>
          </div>
          <div class="columns">${addresses(description, stateFile)} ${platformSimulator(description, stateFile)}</div>
        </main>
        <noscript><p class="notice">The live parts of this page need JavaScript.</p></noscript>
      </body>
    </html>`.text;
};
