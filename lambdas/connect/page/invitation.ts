import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';
import { pathsOf } from './paths.ts';

/** The texts for an end customer who returns without a connection. */
const notices = {
  declined: 'You stopped before the end, so nothing was connected. You can start again, or cancel for good.',
  interrupted: 'The sign-up did not get through, so nothing was connected. Please start again.',
} as const;
export type Notice = keyof typeof notices;

export const isNotice = (text: string | null): text is Notice => text !== null && Object.hasOwn(notices, text);

/** The number of the instance. Its owner recognises it; others cannot complete it. */
export interface KnownNumber {
  readonly verifiedName: string | null;
  readonly lastDigits: string;
}

export interface Invitation {
  readonly token: string;
  readonly partner: string;
  readonly isReconnect: boolean;
  readonly number: KnownNumber | null;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly notice: Notice | null;
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const numberBox = ({ verifiedName, lastDigits }: KnownNumber): Markup =>
  html`<p class="number">
    <span class="quiet">Your number</span><strong>${verifiedName ?? 'Phone number'} · ends in ${lastDigits}</strong>
  </p>`;

const first = ({ isReconnect, partner }: Invitation): Markup =>
  isReconnect
    ? html`<p>
        <strong>${partner}</strong> asks you to renew the connection between your phone number and its messaging
        service.
      </p>`
    : html`<p><strong>${partner}</strong> asks to connect your business’s phone number to its messaging service.</p>`;

const choice = ({ isReconnect }: Invitation): Markup =>
  isReconnect
    ? html`<li>Choose <strong>the same</strong> business account and phone number as before.</li>`
    : html`<li>Choose your business account and the phone number to connect.</li>`;

export const invitationPage = (invitation: Invitation): Page => {
  const { token, partner, isReconnect, number, expiresAt, notice } = invitation;
  const paths = pathsOf(token);
  return {
    status: 200,
    title: isReconnect ? 'Connect your number again' : 'Connect your number',
    icon: 'link',
    tone: 'plain',
    content: html`${notice === null ? null : html`<p class="notice" role="status">${notices[notice]}</p>`}
      ${first(invitation)} ${number === null ? null : numberBox(number)}
      <h2>What will happen</h2>
      <ol>
        <li>You sign in at the messaging platform. Your password stays there.</li>
        ${choice(invitation)}
        <li>You come back here, and the connection is made. That takes a few seconds.</li>
      </ol>
      <h2>${partner} will be able to</h2>
      <ul>
        <li class="done">send and receive messages with this number</li>
        <li class="done">manage your message templates</li>
        <li class="done">see the number’s quality and limits</li>
      </ul>
      <form method="post" action="${paths.start}"><button type="submit">Continue to sign-in</button></form>
      <form method="post" action="${paths.cancel}"><button type="submit" class="second">Cancel</button></form>`,
    footer: html`This link is for you alone and works until ${time.format(expiresAt)} UTC. If you did not expect it,
    close this page.`,
  };
};
