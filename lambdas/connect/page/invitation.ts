import type { Milliseconds } from '../../kernel/time.ts';
import { cancelForm, proofField } from './forms.ts';
import { hindrancePart, type Hindrance } from './hindrance.ts';
import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';
import { digits, named, timeOf } from './names.ts';
import type { Notice } from './notice.ts';
import { pathsOf } from './paths.ts';
import { popupParts, type Popup } from './popup.ts';
import type { Visit } from './visit.ts';
import { wordsOf } from './words/words-of.ts';
import type { Words } from './words/words.ts';

/** The number of the instance. Its owner recognises it; others cannot complete it. */
export interface KnownNumber {
  readonly verifiedName: string | null;
  readonly lastDigits: string;
}

export interface Invitation {
  readonly token: string;
  readonly proof: string;
  readonly isReconnect: boolean;
  readonly number: KnownNumber | null;
  /** Null while the number can send. */
  readonly hindrance: Hindrance | null;
  readonly expiresAt: Milliseconds;
  readonly notice: Notice | null;
  /** The sign-up in a window of the platform's script; null: by the full-page dialog. */
  readonly popup: Popup | null;
}

const numberBox = (words: Words['invitation'], { verifiedName, lastDigits }: KnownNumber): Markup =>
  html`<p class="number">
    <span class="quiet">${words.yourNumber}</span
    ><strong><bdi>${verifiedName ?? words.phoneNumber}</bdi> · ${words.endsIn(digits(lastDigits))}</strong>
  </p>`;

const explanation = (words: Words['invitation'], partner: Markup, isReconnect: boolean): Markup =>
  html`<h2>${words.whatHappens}</h2>
    <ol>
      <li>${words.signIn}</li>
      <li>${isReconnect ? words.chooseSame : words.choose}</li>
      <li>${words.comeBack}</li>
    </ol>
    <h2>${words.abilities(partner)}</h2>
    <ul>
      <li class="done">${words.messages}</li>
      <li class="done">${words.templates}</li>
      <li class="done">${words.quality}</li>
    </ul>`;

/**
 * What to do with a number of another provider.
 * https://developers.facebook.com/docs/whatsapp/business-management-api/guides/migrate-phone-to-different-waba
 */
const movePart = ({ moves, moving, kept }: Words['invitation']): Markup =>
  html`<details>
    <summary>${moves}</summary>
    <ol>
      ${moving.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p>${kept}</p>
  </details>`;

export const invitationPage = ({ language, host }: Visit, invitation: Invitation): Page => {
  const { token, proof, isReconnect, number, hindrance, expiresAt, notice, popup } = invitation;
  const words = wordsOf(language);
  const { invitation: texts } = words;
  const partner = named(host.name);
  const paths = pathsOf(token);
  const parts = popup === null ? null : popupParts(words, paths, proof, popup);
  return {
    status: 200,
    language,
    host,
    title: isReconnect ? texts.titleAgain : texts.title,
    icon: 'link',
    tone: 'plain',
    content: html`${notice === null ? null : html`<p class="notice" role="status">${words.notices[notice](partner)}</p>`}
      <p>${isReconnect ? texts.asksAgain(partner) : texts.asks(partner)}</p>
      ${number === null ? null : numberBox(texts, number)}
      ${
        hindrance === null
          ? null
          : html`<h2>${words.hindrances[hindrance.extent].title}</h2>
              ${hindrancePart(words, partner, hindrance, 'button second')}`
      }
      ${explanation(texts, partner, isReconnect)} ${isReconnect ? null : movePart(texts)} ${parts?.before ?? null}
      <form method="post" action="${paths.start}">
        ${proofField(proof)}<button type="submit" ${parts?.button ?? null}>${texts.start}</button>
      </form>
      ${parts?.after ?? null} ${cancelForm(paths.cancel, proof, words.cancel)} ${parts?.last ?? null}`,
    footer: html`${texts.worksUntil(timeOf(words, expiresAt))}`,
    ...(parts !== null && { script: parts.script }),
  };
};
