import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { DueHint } from '../domain/due.ts';
import { systemClock } from './clock.ts';
import type { Log } from './logger.ts';
import { embedded } from '../domain/metrics.ts';

const hint = z.object({ pk: z.string(), sk: z.string() });

/** What became of a hint; `error` says why it has to come again, null that it need not. */
export interface HintOutcome {
  readonly hint: DueHint;
  readonly error: unknown;
}

/** Why it has to come again is logged; ids only, for the keys hold nothing else. */
const failed = (log: Log, messageId: string, error: unknown, of?: DueHint): SQSBatchResponse['batchItemFailures'] => {
  log.error('the work of a hint failed', { message_id: messageId, ...of, error });
  return [{ itemIdentifier: messageId }];
};

/**
 * Hands the hints of an SQS batch over, all at once, and reports those that failed, for only these to come again.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export const handleHints = async (
  event: SQSEvent,
  log: Log,
  work: (hints: readonly DueHint[]) => Promise<readonly HintOutcome[]>,
): Promise<SQSBatchResponse> => {
  const messages = new Map<DueHint, string>();
  const failures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of event.Records) {
    try {
      messages.set(hint.parse(JSON.parse(body)), messageId);
    } catch (error) {
      failures.push(...failed(log, messageId, error));
    }
  }
  for (const { hint: of, error } of await work(Array.from(messages.keys()))) {
    if (error !== null) failures.push(...failed(log, messages.get(of) ?? '', error, of));
  }
  log.info('hints', {
    function: process.env['AWS_LAMBDA_FUNCTION_NAME'] ?? 'none',
    ...embedded(systemClock(), {
      hints_done: event.Records.length - failures.length,
      hints_failed: failures.length,
    }),
  });
  return { batchItemFailures: failures };
};

/** Each hint's work on its own, side by side. */
export const eachHint =
  (work: (hint: DueHint) => Promise<void>) =>
  (hints: readonly DueHint[]): Promise<readonly HintOutcome[]> =>
    Promise.all(
      hints.map(async (of): Promise<HintOutcome> => {
        try {
          await work(of);
          return { hint: of, error: null };
        } catch (error) {
          return { hint: of, error };
        }
      }),
    );
