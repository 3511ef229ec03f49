import { consoleAccess, consoleState, type ConsoleState } from '../state.ts';
import { enableCopying } from './copying.ts';
import { find } from './element.ts';
import { inbox } from './inbox.ts';
import { lines } from './lines.ts';
import { mails } from './mails.ts';
import { age } from './pieces.ts';
import { repeat } from './repeating.ts';
import { show } from './section.ts';
import { queues, waiting } from './work.ts';

const statePause = 2_000;
const answerLimit = 10_000;

const access = consoleAccess.parse(JSON.parse(find('main', HTMLElement).dataset['access'] ?? ''));
const chosen = (): number => Number(document.querySelector<HTMLInputElement>('[name=partner]:checked')?.value ?? 1);
const partner = () => access.partners.find(({ number }) => number === chosen());

const stopped = find('#stopped', HTMLElement);
let state: ConsoleState | undefined;

const say = (words: string, kind: 'live' | 'stopped'): void => {
  const status = find('#status', HTMLElement);
  status.dataset['state'] = kind;
  if (status.textContent !== words) status.textContent = words;
  stopped.hidden = kind === 'live';
  document.body.classList.toggle('stale', kind === 'stopped');
};

const showState = (): void => {
  if (state === undefined) return;
  const { partners, lines: shownLines, lineCount, mails: shownMails, queues: shownQueues, waiting: waits } = state;
  const caller = partner();
  if (caller !== undefined) {
    const callerAccess = { ...access, ...caller };
    const { events, count } = partners.find(({ number }) => number === caller.number) ?? { events: [], count: 0 };
    show('inbox', [chosen(), events, count], () => inbox(events, count, callerAccess));
    show('lines', [chosen(), shownLines, lineCount], () => lines(shownLines, lineCount, callerAccess, caller.name));
  }
  show('mails', shownMails, () => mails(shownMails));
  show('queues', shownQueues, () => queues(shownQueues));
  show('waiting', waits, () => waiting(waits));
  age();
};

const readState = async (): Promise<void> => {
  try {
    const response = await fetch('/console/state', { signal: AbortSignal.timeout(answerLimit) });
    const told = consoleState.parse(await response.json());
    if (state !== undefined && state.run !== told.run) location.reload();
    state = told;
    say('Live', 'live');
    showState();
  } catch {
    stopped.textContent = 'The stack does not answer. Start it with npm start. This page then updates again by itself.';
    say('Stopped', 'stopped');
  }
};

const showPartner = (): void => {
  for (const part of document.querySelectorAll<HTMLElement>('[data-partner]')) {
    part.hidden = part.dataset['partner'] !== String(chosen());
  }
  find('#explorer', HTMLAnchorElement).href = `/console/api?partner=${chosen()}`;
};

enableCopying((words) => {
  find('#copied', HTMLElement).textContent = words;
});
showPartner();
repeat(readState, statePause);
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== 'partner') return;
  showPartner();
  showState();
});
