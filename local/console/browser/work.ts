import { calls } from '../../calls.ts';
import type { ConsoleQueue, ConsoleState, WaitingWork } from '../state.ts';
import { element } from './element.ts';
import { empty, table, time } from './pieces.ts';

const titles: Readonly<Record<string, string>> = {
  event: 'Events to send',
  slow: 'Events to send to slow endpoints',
  outbox: 'Paused endpoints to probe, resends, test events',
  migration: 'Callback migrations',
  lifecycle: 'Lines to deactivate or move',
  sync: 'Template passes',
  refresh: 'Lines to refresh',
  report: 'Parked delivery reports',
  fold: 'Indexes to fold, days of usage to close',
  import: 'Imports of customers',
  parked: 'Events parked for a paused or busy endpoint',
  undelivered: 'Undelivered events',
};

const none = (): HTMLElement => element('span', { class: 'zero' }, '–');

const count = (value: number): HTMLElement => element('span', { class: value === 0 ? 'zero' : 'some' }, String(value));

const messages = (queue: ConsoleQueue | undefined): HTMLElement => {
  if (queue === undefined) return none();
  const { visible, inFlight, delayed } = queue;
  const shown = count(visible + inFlight + delayed);
  shown.title = `${visible} visible, ${inFlight} in flight, ${delayed} delayed`;
  return shown;
};

/** Of queues without work in the table. */
const queueTitles: Readonly<Record<string, string>> = { RelayedCallbackQueue: 'Relayed callbacks' };

const lag = ({ overdueSince }: WaitingWork): Node => (overdueSince === null ? none() : time(overdueSince));

/** The logical id of the queue of a kind of work. */
const isQueueOf = (kind: string, { name }: ConsoleQueue): boolean => name.toLowerCase() === `${kind}queue`;

/** The work that waits in the table with the messages of its queue, and the queues that have no such work. */
export const work = (queues: readonly ConsoleQueue[], waiting: ConsoleState['waiting']): readonly Node[] => {
  const kinds = waiting?.work ?? [];
  const others = queues.filter((queue) => !kinds.some(({ name }) => isQueueOf(name, queue)));
  const hasFailed = queues.some(({ isForFailed, visible, inFlight }) => isForFailed && visible + inFlight > 0);
  const advice = 'FailedQueue holds messages that failed ten times. This tells what they are, and their last errors:';
  return [
    ...(hasFailed
      ? [element('p', { class: 'notice' }, advice, ' ', element('code', {}, `${calls.operator} dead-letters list`))]
      : []),
    ...(waiting === null ? [empty('The table can’t be read.')] : []),
    table(
      'Waiting work and messages by kind',
      ['Work', 'Waiting', 'Due', 'Since', 'In queue'],
      [
        ...kinds.map((kind) => [
          titles[kind.name] ?? kind.name,
          count(kind.count),
          kind.source === 'partner' ? none() : count(kind.overdue),
          lag(kind),
          messages(queues.find((queue) => isQueueOf(kind.name, queue))),
        ]),
        ...others.map((queue) => [queueTitles[queue.name] ?? queue.name, none(), none(), none(), messages(queue)]),
      ],
    ),
    ...(waiting?.isWhole === false
      ? [element('p', { class: 'quiet' }, 'There is more work than is counted here.')]
      : []),
  ];
};
