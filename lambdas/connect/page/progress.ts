import { connectSteps, type Awaited, type ConnectStep } from '../../domain/connect-session.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { html, type Markup } from './html.ts';
import type { Page } from './layout.ts';
import { named, timeOf } from './names.ts';
import { progressScript } from './page-scripts.ts';
import { pathsOf } from './paths.ts';
import type { Visit } from './visit.ts';
import { wordsOf } from './words/words-of.ts';
import type { Text, Words } from './words/words.ts';

export interface Progress {
  readonly token: string;
  /** The last step that is done; null before the first. */
  readonly step: ConnectStep | null;
  /** Whether the number stays in the business app, whose contacts and chats are synchronised. */
  readonly coexistence: boolean;
  /** What the connection waits for at the platform. */
  readonly awaits: Awaited | null;
  /** When the connection is tried again; null: unknown. */
  readonly until: Milliseconds | null;
}

interface Stage {
  readonly text: string | Markup;
  /** The step after which it is done; null: at the end of the session. */
  readonly doneAfter: ConnectStep | null;
}

const stagesOf = ({ progress: words }: Words, partner: Markup, coexistence: boolean): readonly Stage[] => [
  { text: words.signedIn, doneAfter: 'authorised' },
  { text: words.found, doneAfter: 'identified' },
  // A number of the business app is never registered.
  ...(coexistence ? [] : [{ text: words.ready, doneAfter: 'registered' } as const]),
  { text: words.connecting(partner), doneAfter: 'callback_set' },
  ...(coexistence ? [{ text: words.synchronising, doneAfter: null }] : []),
];

const stageList = (words: Words, partner: Markup, { step, coexistence }: Progress): readonly Markup[] => {
  const reached = step === null ? -1 : connectSteps.indexOf(step);
  const stages = stagesOf(words, partner, coexistence);
  const done = stages.map(({ doneAfter }) => doneAfter !== null && connectSteps.indexOf(doneAfter) <= reached);
  const current = done.indexOf(false);
  return stages.map(({ text }, index) => {
    if (done[index] === true) {
      return html`<li class="done">${text}<span class="quiet"> – ${words.progress.done}</span></li>`;
    }
    return index === current ? html`<li class="now" aria-current="step">${text} …</li>` : html`<li>${text}</li>`;
  });
};

const statusTexts = (words: Words, partner: Markup, { awaits, until }: Progress): readonly Text[] => {
  const { progress, failures } = words;
  const goesOn = until === null ? [] : [progress.goesOn(timeOf(words, until))];
  switch (awaits) {
    case 'name_not_approved':
      return [failures[awaits].what(partner), ...failures[awaits].next.map((text) => text(partner)), progress.waits];
    case 'registration_limit':
      return [failures[awaits].what(partner), ...goesOn];
    case 'platform_busy':
      return [progress.busy, ...goesOn];
    case null:
      return [progress.seconds];
  }
};

/** The page while the connection is being made. It reloads itself when there is something new. */
export const progressPage = ({ language, host }: Visit, facts: Progress): Page => {
  const { progress } = pathsOf(facts.token);
  const words = wordsOf(language);
  const partner = named(host.name);
  return {
    status: 200,
    language,
    host,
    title: words.progress.title,
    icon: 'clock',
    tone: 'plain',
    // A wait is too long for a page that looks again by itself.
    ...(facts.awaits === null && { refresh: progress, script: { kind: 'progress', text: progressScript } }),
    content: html`<div role="status">${statusTexts(words, partner, facts).map((text) => html`<p>${text}</p>`)}</div>
      <ul>
        ${stageList(words, partner, facts)}
      </ul>
      <a class="button second" id="look" data-step="${facts.awaits ?? facts.step ?? ''}" href="${progress}"
        >${words.progress.look}</a
      >`,
    footer: html`${words.progress.close}`,
  };
};
