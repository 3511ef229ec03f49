import { troubleCures, type PlatformTrouble } from '../../domain/platform-trouble.ts';
import { html, type Markup } from './html.ts';
import type { Words } from './words/words.ts';

/** As the platform's own collection names it: https://www.postman.com/meta/whatsapp-business-platform/overview */
const managerUrl = 'https://business.facebook.com/wa/manage/home/';

/** A single step has no number. */
const stepsOf = (steps: readonly (string | Markup)[]): Markup =>
  steps.length === 1
    ? html`${steps.map((step) => html`<p>${step}</p>`)}`
    : html`<ol>
        ${steps.map((step) => html`<li>${step}</li>`)}
      </ol>`;

/**
 * Why a number can't send, and what its business can do.
 * @param troubles none when the platform gives no reason that is known
 * @param button the class of the way to the platform's own pages
 */
export const blockedPart = (
  { blocked, failures }: Words,
  partner: Markup,
  troubles: readonly PlatformTrouble[],
  button: 'button' | 'button second',
): Markup => {
  const explained = troubles
    .map((trouble) => failures[trouble])
    .map(
      ({ what, next }) =>
        html`<p><strong>${what(partner)}</strong></p>
          ${stepsOf(next.map((step) => step(partner)))}`,
    );
  const isTheirs = troubles.length === 0 || troubles.some((trouble) => troubleCures[trouble] === 'customer');
  return html`<h2>${blocked.title}</h2>
    <p class="notice">${blocked.says(partner)}</p>
    ${explained}${isTheirs ? html`<a class="${button}" rel="noreferrer" href="${managerUrl}">${blocked.manager}</a>` : null}`;
};
