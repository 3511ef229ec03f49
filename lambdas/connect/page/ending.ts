import type { SessionStatus } from '../../domain/connect-session.ts';
import { failureOf } from './failure.ts';
import { hindrancePart, type Hindrance } from './hindrance.ts';
import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';
import { digits, named } from './names.ts';
import type { Visit } from './visit.ts';
import { wordsOf } from './words/words-of.ts';
import type { Words } from './words/words.ts';

export interface EndedSession {
  readonly ending: Exclude<SessionStatus, 'open' | 'in_progress'>;
  readonly sessionId: string;
  /** Of the session's error; null without one. */
  readonly code: string | null;
  /** Whether the number stays in the business app. */
  readonly coexistence: boolean;
  /** Null while the number can send. */
  readonly hindrance: Hindrance | null;
  /** Where the partner wants the browser to go. */
  readonly returnUrl: string | null;
}

type Ended = Pick<Page, 'status' | 'title' | 'icon' | 'tone' | 'content'>;

/** What happened, and what the end customer can do. The partner sees the details. */
const failed = (words: Words, partner: Markup, { code, sessionId }: EndedSession): Ended => {
  const { what, next } = words.failures[failureOf(code)];
  const { ending } = words;
  const steps = [...next, ending.newLink].map((step) => html`<li>${step(partner)}</li>`);
  return {
    status: 200,
    title: ending.failed,
    icon: 'cross',
    tone: 'warn',
    content: html`<p>${what(partner)}</p>
      <h2>${ending.nextSteps}</h2>
      <ol>
        ${steps}
      </ol>
      <p class="quiet">${ending.reference}: <span class="code">${digits(sessionId)}</span></p>`,
  };
};

/** A number that can't send yet has no sign of success. */
const completed = (words: Words, partner: Markup, { hindrance, coexistence }: EndedSession): Ended => {
  const { ending } = words;
  const isBlocked = hindrance?.extent === 'blocked';
  return {
    status: 200,
    title: isBlocked ? ending.cannotSend : ending.completed,
    icon: isBlocked ? 'warning' : 'check',
    tone: isBlocked ? 'warn' : 'plain',
    content: html`${
      hindrance === null ? html`<p>${ending.canSend(partner)}</p>` : hindrancePart(words, partner, hindrance, 'button')
    }
    ${coexistence ? html`<p>${ending.synchronises}</p>` : null}`,
  };
};

const wordsOfEnding = (words: Words, partner: Markup, ended: EndedSession): Ended => {
  const { ending } = words;
  const newLink = html`<p>${ending.newLink(partner)}</p>`;
  switch (ended.ending) {
    case 'completed':
      return completed(words, partner, ended);
    case 'failed':
      return failed(words, partner, ended);
    case 'cancelled':
      return {
        status: 410,
        title: ending.cancelled,
        icon: 'cross',
        tone: 'plain',
        content: html`<p>${ending.nothing}</p>
          ${newLink}`,
      };
    case 'expired':
      return {
        status: 410,
        title: ending.expired,
        icon: 'clock',
        tone: 'warn',
        content: html`<p>${ending.limitedTime}</p>
          ${newLink}`,
      };
    case 'revoked':
      return {
        status: 410,
        title: ending.revoked,
        icon: 'cross',
        tone: 'warn',
        content: html`<p>${ending.withdrawn(partner)}</p>`,
      };
  }
};

export const endingPage = ({ language, host }: Visit, ended: EndedSession): Page => {
  const words = wordsOf(language);
  const { content, ...rest } = wordsOfEnding(words, named(host.name), ended);
  const { returnUrl, hindrance } = ended;
  const look = hindrance === null ? 'button' : 'button second';
  const back = words.backTo(html`<bdi>${host.name}</bdi>`);
  const way =
    returnUrl === null
      ? html`<p class="quiet">${words.closePage}</p>`
      : html`<a class="${look}" rel="noreferrer" href="${returnUrl}">${back}</a>`;
  return { ...rest, language, host, content: html`${content}${way}` };
};
