import { calls } from '../../calls.ts';
import { consoleState, type ConsoleState } from '../state.ts';
import { enableCopying } from './copying.ts';
import { find } from './element.ts';
import { endpointState } from './endpoint.ts';
import { inbox } from './inbox.ts';
import { invited } from './invited.ts';
import { mails } from './mails.ts';
import { age } from './pieces.ts';
import { repeat } from './repeating.ts';
import { show } from './section.ts';
import { work } from './work.ts';

const statePause = 2_000;
const answerLimit = 10_000;

/** The number of the partner that the person chose. */
const chosen = (): number => Number(document.querySelector<HTMLInputElement>('[name=partner]:checked')?.value ?? 1);

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
  const { partners, invited: people, mails: sent, queues, waiting } = state;
  const number = chosen();
  const shown = partners.find((partner) => partner.number === number);
  const { events, count, endpoint } = shown ?? { events: [], count: 0, endpoint: null };
  show('inbox', [number, events, count, endpoint], () => [...endpointState(endpoint), ...inbox(events, count, number)]);
  show('work', [queues, waiting], () => work(queues, waiting));
  show('invited', people, () => invited(people));
  find('#invited', HTMLElement).hidden = people.length === 0;
  show('mails', sent, () => mails(sent));
  find('#mails', HTMLElement).hidden = sent.length === 0;
  age();
};

const readState = async (): Promise<void> => {
  try {
    const response = await fetch('/console/state', { signal: AbortSignal.timeout(answerLimit) });
    const fresh = consoleState.parse(await response.json());
    if (state !== undefined && state.run !== fresh.run) location.reload();
    state = fresh;
    say('Live', 'live');
    showState();
  } catch {
    stopped.textContent = `The stack does not answer. Start it with ${calls.start}. This page then updates again by itself.`;
    say('Stopped', 'stopped');
  }
};

const showPartner = (): void => {
  for (const part of document.querySelectorAll<HTMLElement>('[data-partner]')) {
    part.hidden = part.dataset['partner'] !== String(chosen());
  }
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
