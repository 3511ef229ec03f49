import type { SessionStatus } from '../../domain/connect-session.ts';
import { html } from './html.ts';
import type { Page } from './layout.ts';

export interface EndedSession {
  readonly ending: Exclude<SessionStatus, 'open' | 'in_progress'>;
  readonly partner: string;
  readonly sessionId: string;
  readonly code: string | null;
  /** Where the partner wants the browser to go. */
  readonly returnUrl: string | null;
}

/** What the end customer can do after an error. The partner sees the details. */
const explanations: Readonly<Record<string, (partner: string) => string>> = {
  reconnect_mismatch: () =>
    'Another business account or phone number was chosen than the one that is connected. Please choose the same one next time.',
  number_taken: () => 'This phone number is already connected elsewhere. It has to be disconnected there first.',
  number_missing: () => 'The business account has no phone number yet. Please add one first.',
  waba_not_shared: () => 'No business account was shared. Please allow access to your business account next time.',
  webhook_endpoint_missing: (partner) =>
    `${partner} has to finish its own set-up first. Nothing is wrong on your side.`,
  // https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
  unknown_133005: () =>
    'The phone number is protected by a two-step verification PIN. Please turn that off in the platform’s settings first.',
};

const explain = (code: string | null, partner: string): string =>
  (code !== null && Object.hasOwn(explanations, code) ? explanations[code]?.(partner) : undefined) ??
  'The messaging platform did not accept the connection.';

const wordsOf = ({ ending, partner, sessionId, code }: EndedSession): Page => {
  const another = html`<p>Ask <strong>${partner}</strong> for a new link if you want to go on.</p>`;
  switch (ending) {
    case 'completed':
      return {
        status: 200,
        title: 'Your number is connected',
        icon: 'check',
        tone: 'plain',
        content: html`<p>
          <strong>${partner}</strong> can now send and receive messages with it. There is nothing more to do, and this
          link is used up.
        </p>`,
      };
    case 'failed':
      return {
        status: 200,
        title: 'Your number could not be connected',
        icon: 'cross',
        tone: 'warn',
        content: html`<p>${explain(code, partner)}</p>
          ${another}
          <p class="quiet">Reference: <span class="code">${sessionId}</span></p>`,
      };
    case 'cancelled':
      return {
        status: 410,
        title: 'You cancelled',
        icon: 'cross',
        tone: 'plain',
        content: html`<p>Nothing was connected.</p>
          ${another}`,
      };
    case 'expired':
      return {
        status: 410,
        title: 'This link has expired',
        icon: 'clock',
        tone: 'warn',
        content: html`<p>Links to connect a number work for a limited time.</p>
          ${another}`,
      };
    case 'revoked':
      return {
        status: 410,
        title: 'This link is no longer valid',
        icon: 'cross',
        tone: 'warn',
        content: html`<p>
          It was withdrawn, or replaced by a newer one: look for a later message from <strong>${partner}</strong>.
        </p>`,
      };
  }
};

export const endingPage = (ended: EndedSession): Page => {
  const { content, ...words } = wordsOf(ended);
  const { returnUrl, partner } = ended;
  const way =
    returnUrl === null
      ? html`<p class="quiet">You can close this page.</p>`
      : html`<a class="button" rel="noreferrer" href="${returnUrl}">Back to ${partner}</a>`;
  return { ...words, content: html`${content}${way}` };
};
