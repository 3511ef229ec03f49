import { html } from './html.ts';
import type { Language } from './language.ts';
import type { Page } from './layout.ts';
import type { Visit } from './visit.ts';
import { wordsOf } from './words/words-of.ts';
import type { Words } from './words/words.ts';

type Refusal = keyof Words['refusals'];

/** A page that refuses a request. It names no partner, because it is not known whose link it is. */
const refusal =
  (status: number, kind: Refusal) =>
  (language: Language): Page => {
    const { title, paragraphs } = wordsOf(language).refusals[kind];
    const content = html`${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`;
    return { status, language, host: null, title, icon: 'cross', tone: 'warn', content };
  };

export const unknownPage = refusal(404, 'unknown');
export const unavailablePage = refusal(403, 'unavailable');
export const methodPage = refusal(405, 'method');
export const otherBrowserPage = refusal(400, 'otherBrowser');
export const troublePage = refusal(503, 'trouble');
export const maintenancePage = refusal(503, 'maintenance');
export const notSetUpPage = refusal(503, 'notSetUp');

/** The answer to a form that the page of the link did not send. */
export const forgedPage = ({ language, host }: Visit): Page => ({ ...refusal(403, 'forged')(language), host });
