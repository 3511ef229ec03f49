import type { SQSEvent } from 'aws-lambda';
import type { Deadline } from '../kernel/deadline.ts';
import type { DueHint } from '../kernel/due.ts';
import { embedded } from '../kernel/metrics.ts';
import type { Worker } from '../kernel/work.ts';
import { workKeyOf } from '../store/table/keys.ts';
import { systemClock } from './clock.ts';
import { afterWorkersCalls } from './deadline.ts';
import { hintIn } from './hint-message.ts';
import { asOwnWork, beginningCall, type Log } from './logger.ts';
import { runWork, type Runners } from './run-work.ts';
import { serveBatch } from './serve.ts';
import { ownCalls, type MadeCall } from './spent.ts';

const hintOf = (body: string): DueHint => {
  const hint = hintIn(body);
  workKeyOf(hint);
  return hint;
};

/** The outcome of a hint; `error` is null when it is processed, and otherwise the hint is redelivered. */
export interface HintOutcome {
  readonly hint: DueHint;
  readonly error: unknown;
  /** Of the call that began the work, if it is known. */
  readonly requestId?: string | undefined;
  /** What failed work asked of other services. */
  readonly calls?: readonly MadeCall[];
}

type FailedHint = Omit<HintOutcome, 'hint'> & Partial<Pick<HintOutcome, 'hint'>>;

/** Processes the hints of a batch together. @returns the ids of the messages to redeliver */
const handOver = async (
  { Records: records }: SQSEvent,
  log: Log,
  work: (hints: readonly DueHint[]) => Promise<readonly HintOutcome[]>,
): Promise<readonly string[]> => {
  const messages = new Map<DueHint, string>();
  const failed = new Set<string>();
  // The keys contain ids only.
  const fail = (messageId: string, { error, hint, requestId, calls }: FailedHint): void => {
    log.error('the work of a hint failed', { message_id: messageId, request_id: requestId, ...hint, calls, error });
    failed.add(messageId);
  };
  for (const { messageId, body } of records) {
    try {
      messages.set(hintOf(body), messageId);
    } catch (error) {
      fail(messageId, { error });
    }
  }
  const outcomes = new Map((await work(Array.from(messages.keys()))).map((outcome) => [outcome.hint, outcome]));
  for (const [hint, messageId] of messages) {
    const outcome = outcomes.get(hint) ?? { hint, error: undefined };
    if (outcome.error !== null) fail(messageId, outcome);
  }
  log.info('hints', {
    function: process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? 'none',
    ...embedded(systemClock(), { hints_done: records.length - failed.size, hints_failed: failed.size }),
  });
  return Array.from(failed);
};

/** A batch comes from one queue. */
const sourceOf = ({ Records: [first] }: SQSEvent): string => first?.eventSourceARN ?? '';

/**
 * A function that processes the hints of a batch together.
 * @param work gets the ARN of the queue of the hints
 */
export const batchWorker = (
  log: Log,
  work: (hints: readonly DueHint[], deadline: Deadline, source: string) => Promise<readonly HintOutcome[]>,
) =>
  serveBatch<SQSEvent>(
    log,
    (event, deadline) => handOver(event, log, (hints) => work(hints, deadline, sourceOf(event))),
    afterWorkersCalls,
  );

/** A function that processes the hints of a batch concurrently. */
export const worker = <W extends Worker>(log: Log, open: (deadline: Deadline) => Runners<W>) =>
  batchWorker(log, (hints, deadline) => {
    const runners = open(deadline);
    return Promise.all(
      hints.map((hint) =>
        asOwnWork(async (): Promise<HintOutcome> => {
          try {
            await runWork(runners, hint);
            return { hint, error: null };
          } catch (error) {
            return { hint, error, requestId: beginningCall(), calls: ownCalls() };
          }
        }),
      ),
    );
  });
