import { troubleCures, type PlatformTrouble } from '../../domain/platform-trouble.ts';
import { html, type Markup } from './html.ts';
import type { Words } from './words/words.ts';

/** As the platform's own collection names it: https://www.postman.com/meta/whatsapp-business-platform/overview */
const managerUrl = 'https://business.facebook.com/wa/manage/home/';

/** How the platform hinders a connected number from sending. */
export interface Hindrance {
  readonly extent: keyof Words['hindrances'];
  /** What is known of why. */
  readonly troubles: readonly PlatformTrouble[];
}

/** A single step has no number. */
const stepsOf = (steps: readonly (string | Markup)[]): Markup =>
  steps.length === 1
    ? html`${steps.map((step) => html`<p>${step}</p>`)}`
    : html`<ol>
        ${steps.map((step) => html`<li>${step}</li>`)}
      </ol>`;

/**
 * What a number can't send, why, and what its business can do.
 * @param button the class of the way to the platform's own pages
 */
export const hindrancePart = (
  { hindrances, manager, failures }: Words,
  partner: Markup,
  { extent, troubles }: Hindrance,
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
  return html`<p class="notice">${hindrances[extent].says(partner)}</p>
    ${explained}${isTheirs ? html`<a class="${button}" rel="noreferrer" href="${managerUrl}">${manager}</a>` : null}`;
};
