import { html, type Markup } from '../../lambdas/connect/page/html.ts';
import type { DescribedPartner } from '../state-file.ts';

/** @param what the name that a screen reader reads */
export const copyButton = (what: string, text: string): Markup =>
  html`<button type="button" class="copy" data-copy="${text}" aria-label="Copy ${what}">Copy</button>`;

const credential = (name: string, value: string, about: string): Markup =>
  html`<div class="credential">
    <dt>${name}<small>${about}</small></dt>
    <dd><code>${value}</code>${copyButton(name, value)}</dd>
  </div>`;

const member = ({ email, role }: DescribedPartner['members'][number]): Markup =>
  html`<li>
    <span>${role}<small>${email}</small></span>
    <button type="button" class="copy" data-token="${email}" aria-label="Copy a token of ${email}">Copy a token</button>
  </li>`;

/** The credentials that a partner's backend and portal need. */
export const credentials = (partner: DescribedPartner, number: number, apikey: string): Markup => {
  const id = `credentials-${number}`;
  const [first] = partner.members;
  return html`<section class="card credentials" data-partner="${String(number)}" aria-labelledby="${id}">
    <h2 id="${id}">Credentials of ${partner.name}</h2>
    <dl>
      ${credential('partner_id', partner.partner_id, '')} ${credential('apikey', apikey, 'header of every call')}
      ${credential('API key', partner.api_key, 'Authorization: Bearer, every scope')}
      ${credential('Read-only API key', partner.read_only_api_key, 'every scope that reads')}
      ${credential('Webhook secret', partner.webhook_secret, 'verifies the events')}
      ${credential('Webhook endpoint', partner.receiver_url, 'receiver of this stack')}
    </dl>
    <h3>Members</h3>
    <p class="quiet">A token is sent in place of the API key and is valid for a day.</p>
    <ul class="members">
      ${partner.members.map(member)}
    </ul>
    ${
      first === undefined
        ? null
        : html`<p class="quiet">In a terminal: <code>npm run -s token -- ${first.email}</code></p>`
    }
  </section>`;
};
