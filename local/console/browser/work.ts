import type { ConsoleQueue, ConsoleState, WaitingWork } from '../state.ts';
import { element } from './element.ts';
import { empty, pill, table, time } from './pieces.ts';

const count = (value: number): HTMLElement => element('span', { class: value === 0 ? 'zero' : 'some' }, String(value));

/** How many messages each queue has. */
export const queues = (shown: readonly ConsoleQueue[]): readonly Node[] => {
  const failed = shown.filter(({ isForFailed, visible, inFlight }) => isForFailed && visible + inFlight > 0);
  const advice =
    'FailedQueue holds messages that failed ten times. The reason is in .local/logs/functions.log; docs/runbook.md says what to do.';
  return [
    ...(failed.length === 0 ? [] : [element('p', { class: 'notice' }, advice)]),
    table(
      'Messages by queue',
      ['Queue', 'Visible', 'In flight', 'Delayed'],
      shown.map(({ name, visible, inFlight, delayed }) => [name, count(visible), count(inFlight), count(delayed)]),
    ),
  ];
};

const titles: Readonly<Record<string, string>> = {
  event: 'Events to send',
  slow: 'Events to send to slow endpoints',
  outbox: 'Paused endpoints to probe',
  migration: 'Callback migrations',
  lifecycle: 'Instances to deactivate or move',
  sync: 'Template passes',
  refresh: 'Instances to refresh',
  report: 'Parked delivery reports',
  fold: 'Indexes to fold, days of usage to close',
  import: 'Imports of customers',
  parked: 'Events parked for a paused or busy endpoint',
  undelivered: 'Undelivered events',
};

const lag = ({ source, overdueSince }: WaitingWork): Node => {
  if (source === 'partner') return element('span', { class: 'zero' }, '–');
  return overdueSince === null ? pill('none', 'good') : time(overdueSince);
};

/** The work that waits in the table, and how long it has been due. */
export const waiting = (shown: ConsoleState['waiting']): readonly Node[] => {
  if (shown === null) return [empty('The table can’t be read.')];
  return [
    table(
      'Waiting work by kind',
      ['Kind', 'Waiting', 'Due now', 'Lag'],
      shown.work.map((work) => [titles[work.name] ?? work.name, count(work.count), count(work.overdue), lag(work)]),
    ),
    ...(shown.isWhole ? [] : [element('p', { class: 'quiet' }, 'There is more work than is counted here.')]),
  ];
};
