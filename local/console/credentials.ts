import { calls } from '../calls.ts';
import { html, type Markup } from '../../lambdas/connect/page/html.ts';
import { stateOption, type DescribedPartner, type StackDescription } from '../state-file.ts';
import { shellVariables } from './commands.ts';
import { copyable, copyButton } from './copyable.ts';

/** What a partner's backend needs, and how it uses each. */
export const credentials = (description: StackDescription, partner: DescribedPartner, number: number): Markup => {
  const id = `credentials-${number}`;
  return html`<section class="card" data-partner="${String(number)}" aria-labelledby="${id}">
    <h2 id="${id}">Credentials of ${partner.name}</h2>
    <p class="quiet">
      For a backend. <a href="/docs/quickstart">Quickstart</a> · <a href="/docs/signatures">Verifying events</a>
    </p>
    <dl>
      ${copyable('Publishable key', description.apikey, 'header apikey of every call')}
      ${copyable('API key', partner.api_key, 'Authorization: Bearer, every scope')}
      ${copyable('Read-only API key', partner.read_only_api_key, 'every scope that reads')}
      ${copyable('Webhook secret', partner.webhook_secret, 'verifies webhook-signature')}
      ${copyable('Webhook endpoint', partner.receiver_url, 'the inbox of this page')}
      ${copyable('Verify token', partner.verify_token, 'the endpoint’s handshake')}
      ${copyable('partner_id', partner.partner_id)}
    </dl>
    <p class="all">
      <span class="quiet">As the variables of the quickstart:</span>
      ${copyButton('shell variables', shellVariables(description, partner))}
    </p>
  </section>`;
};

const member = ({ email, role }: DescribedPartner['members'][number]): Markup =>
  html`<li>
    <span>${email}<small>${role}</small></span>
    <button type="button" class="copy" data-token="${email}" aria-label="Copy token of ${email}">Copy token</button>
  </li>`;

/** The partner's members, who sign in to the portal. Those who were invited since are added by the page's script. */
export const signIns = (partner: DescribedPartner, number: number, stateFile: string): Markup => {
  const id = `sign-ins-${number}`;
  return html`<section class="card" data-partner="${String(number)}" aria-labelledby="${id}">
    <h2 id="${id}">Portal sign-ins of ${partner.name}</h2>
    <p class="quiet">
      <a href="/portal/">The portal</a> asks for no password: its sign-in page has a button for each member. A token
      takes the place of the API key in a call, and is valid for a day.
    </p>
    <ul class="members">
      ${partner.members.map(member)}
    </ul>
    <p class="quiet">In a terminal: <code>${calls.token}${stateOption(stateFile)} EMAIL</code></p>
  </section>`;
};
