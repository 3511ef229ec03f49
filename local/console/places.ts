import { calls } from '../calls.ts';
import { html, type Markup } from '../../lambdas/connect/page/html.ts';
import { stateOption, type StackDescription } from '../state-file.ts';
import { copyable, copyButton } from './copyable.ts';

const tile = (name: Markup, about: string, what: string, text: string): Markup =>
  html`<li class="card">
    <h3>${name}</h3>
    <p class="quiet">${about}</p>
    <p class="address"><code title="${text}">${text}</code>${copyButton(what, text)}</p>
  </li>`;

const page = (name: string, address: string, about: string): Markup =>
  tile(html`<a href="${address}">${name}</a>`, about, `address of ${name}`, address);

/** What runs where: the pages to open, the API, and the operator's command line. */
export const places = (
  { base_url: base, api_url: api, portal_url: portal }: StackDescription,
  stateFile: string,
): Markup =>
  html`<section aria-labelledby="places-title">
    <h2 id="places-title" class="hidden">What runs where</h2>
    <ul class="places">
      ${page('Portal', portal, 'Customers, lines, events, templates, deliveries, usage and the team of a partner.')}
      ${page('Documentation', `${base}/docs/`, 'Quickstart, guides, and a page for each route, event and error.')}
      ${tile(html`API`, 'One address for all routes. The OpenAPI document is below it.', 'address of the API', api)}
      ${tile(html`Operator`, 'Partners, keys and members. This finds what is wrong, with the cure:', 'command', `${calls.operator}${stateOption(stateFile)} doctor`)}
    </ul>
  </section>`;

/** The addresses that a program needs. */
export const addresses = (description: StackDescription, stateFile: string): Markup => {
  const { api_url: api, aws, dynamodb, receiver, ca_file: caFile } = description;
  return html`<section class="card" aria-labelledby="addresses-title">
    <h2 id="addresses-title">More addresses</h2>
    <p class="quiet"><code>${stateFile}</code> has all of them, for programs.</p>
    <dl>
      ${copyable('OpenAPI 3.1', `${api}/openapi.json`)} ${copyable('Webhook inbox', receiver.inbox_url)}
      ${copyable('AWS services', aws.endpoint)} ${copyable('Table', dynamodb.table)}
      ${copyable('CA of the endpoints', caFile)}
    </dl>
  </section>`;
};
