import type { Milliseconds } from '../../kernel/time.ts';
import { html, type Markup } from './html.ts';
import type { Words } from './words/words.ts';

/**
 * A name that others chose. It is isolated, so that its direction changes nothing around it.
 * https://www.w3.org/International/articles/inline-bidi-markup/
 */
export const named = (name: string): Markup => html`<strong><bdi>${name}</bdi></strong>`;

/** Digits and codes, which are read from left to right in every language. */
export const digits = (text: string): Markup => html`<bdi dir="ltr">${text}</bdi>`;

export const timeOf = ({ locale, utc }: Words, at: Milliseconds): Markup => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  // An hour keeps its half of the day on its line.
  const text = format.format(at).replace(/(?<=:\d\d)\s/, '\u00a0');
  return html`${utc(html`<time datetime="${new Date(at).toISOString()}">${text}</time>`)}`;
};
