import { createClient } from '../../../packages/client/src/client.ts';
import { consoleAccess, consoleState, type ConsoleState } from '../state.ts';
import { enableCopying } from './copying.ts';
import { find } from './element.ts';
import { health, type Health } from './health.ts';
import { inbox } from './inbox.ts';
import { lines } from './lines.ts';
import { mails } from './mails.ts';
import { age, empty } from './pieces.ts';
import { repeat } from './repeating.ts';
import { show } from './section.ts';
import { usage, type Usage } from './usage.ts';
import { queues, waiting } from './work.ts';

const statePause = 2_000;
const healthPause = 10_000;
/** Each question counts as a call of the partner. */
const usagePause = 60_000;
const answerLimit = 10_000;

const access = consoleAccess.parse(JSON.parse(find('main', HTMLElement).dataset['access'] ?? ''));
const chosen = (): number => Number(document.querySelector<HTMLInputElement>('[name=partner]:checked')?.value ?? 1);
const partner = () => access.partners.find(({ number }) => number === chosen());

const stopped = find('#stopped', HTMLElement);
let state: ConsoleState | undefined;
/** The delivery health of the partner that was chosen when it was requested. */
let asked: { readonly number: number; readonly health: Health | string } | undefined;
/** The usage of the partner that was chosen when it was requested. */
let used: { readonly number: number; readonly usage: Usage | string } | undefined;

const say = (words: string, kind: 'live' | 'stopped'): void => {
  const status = find('#status', HTMLElement);
  status.dataset['state'] = kind;
  if (status.textContent !== words) status.textContent = words;
  stopped.hidden = kind === 'live';
  document.body.classList.toggle('stale', kind === 'stopped');
};

const showHealth = (): void => {
  const caller = partner();
  if (caller === undefined || asked?.number !== caller.number) return;
  const { health: told } = asked;
  const target = state?.lines.find(({ callback }) => (callback.number ?? callback.waba)?.owner === caller.name)?.id;
  const width = Math.max(300, find('#health .live', HTMLElement).clientWidth);
  show('health', [chosen(), told, target, width], () =>
    typeof told === 'string' ? [empty(told)] : health(told, { ...access, ...caller }, target, width),
  );
};

const showUsage = (): void => {
  if (used === undefined || used.number !== chosen()) return;
  const { usage: told } = used;
  show('usage', [chosen(), told], () => (typeof told === 'string' ? [empty(told)] : usage(told)));
};

const showState = (): void => {
  if (state === undefined) return;
  const { partners, lines: shownLines, lineCount, mails: shownMails, queues: shownQueues, waiting: waits } = state;
  const caller = partner();
  if (caller !== undefined) {
    const callerAccess = { ...access, ...caller };
    const { events, count } = partners.find(({ number }) => number === caller.number) ?? { events: [], count: 0 };
    show('inbox', [chosen(), events, count], () => inbox(events, count, callerAccess));
    show('lines', [chosen(), shownLines, lineCount], () => lines(shownLines, lineCount, callerAccess));
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
    showHealth();
  } catch {
    stopped.textContent = 'The stack does not answer. Start it with npm start. This page then updates again by itself.';
    say('Stopped', 'stopped');
  }
};

const clientOf = (token: string) => createClient({ ...access, token, timeout: answerLimit, retry: { attempts: 1 } });

/** What was read, or why it was not. */
const unlessFailed = async <T>(what: string, reading: Promise<T>): Promise<T | string> => {
  try {
    return await reading;
  } catch (error) {
    return `${what} could not be read: ${error instanceof Error ? error.message : 'no answer'}`;
  }
};

const readHealth = async (): Promise<void> => {
  const caller = partner();
  if (caller === undefined) return;
  const { number, apiKey } = caller;
  const reading = clientOf(apiKey).call('get-partner-delivery-health', { window_hours: 24 });
  const told = await unlessFailed('Delivery health', reading);
  asked = { number, health: typeof told === 'string' ? told : told.body.health };
  showHealth();
};

const readUsage = async (): Promise<void> => {
  const caller = partner();
  if (caller === undefined) return;
  const { number, apiKey } = caller;
  const told = await unlessFailed('Usage', clientOf(apiKey).call('get-partner-usage', {}));
  used = { number, usage: typeof told === 'string' ? told : told.body.usage };
  showUsage();
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
const healthWatch = repeat(readHealth, healthPause);
const usageWatch = repeat(readUsage, usagePause);
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || target.name !== 'partner') return;
  showPartner();
  showState();
  healthWatch.now();
  usageWatch.now();
});
