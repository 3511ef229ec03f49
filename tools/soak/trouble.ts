import type { Fault } from '@swift-worker/local-cloud/services/faults.ts';
import type { Stack } from '../../local/stack.ts';

const partner = 1;

const awsTroubles: readonly Fault[] = [
  {
    match: { service: 'dynamodb' },
    effect: {
      kind: 'error',
      code: 'ProvisionedThroughputExceededException',
      message: 'The level of configured provisioned throughput for the table was exceeded.',
      status: 400,
    },
    skip: 3,
    times: 10,
  },
  { match: { service: 'dynamodb', operation: 'TransactWriteItems' }, effect: { kind: 'lose-answer' }, times: 2 },
  { match: { service: 'dynamodb', operation: 'UpdateItem' }, effect: { kind: 'lose-answer' }, times: 2 },
  { match: { service: 'dynamodb' }, effect: { kind: 'cut' }, skip: 7, times: 2 },
  // The SDK sends the accepted message again, so the queue has it twice.
  { match: { service: 'sqs', operation: 'SendMessageBatch' }, effect: { kind: 'lose-answer' }, times: 3 },
  { match: { service: 'sqs' }, effect: { kind: 'delay', milliseconds: 700 }, times: 4 },
  { match: { service: 'sqs', operation: 'SendMessageBatch' }, effect: { kind: 'cut' }, times: 2 },
];

const receiverTroubles: readonly object[] = [
  { status: 503, times: 4 },
  { status: 200, delay_ms: 400, times: 6 },
  { status: 500, times: 2 },
];

const platformTroubles: readonly object[] = [
  { path: '/', status: 500, times: 3 },
  { path: '/', drop: true, times: 1 },
  { path: '/', delay_ms: 500, times: 3 },
];

/** The milliseconds between two faults. */
const gap = 400;

const post = async (url: string, body: object): Promise<void> => {
  await fetch(url, { method: 'POST', body: JSON.stringify(body) });
};

export interface Trouble {
  /** The number of faults. */
  readonly times: () => number;
  /** Ends all faults. */
  readonly stop: () => Promise<void>;
}

/** Injects one fault after another, in a cycle. */
export const makeTrouble = (stack: Stack): Trouble => {
  const { receiver, platform } = stack.description;
  let round = 0;
  const timer = setInterval(() => {
    const fault = awsTroubles[round % awsTroubles.length];
    // Faults that affected no call end, so that faults do not accumulate.
    stack.services.faults.clear();
    if (fault !== undefined) stack.services.faults.inject(fault);
    const answer = receiverTroubles[round % receiverTroubles.length];
    void post(receiver.control_url, { partner, method: 'POST', ...answer });
    void post(platform.control_url, { clear: true, fault: platformTroubles[round % platformTroubles.length] });
    round += 1;
  }, gap);
  return {
    times: () => 3 * round,
    stop: async () => {
      clearInterval(timer);
      stack.services.faults.clear();
      await post(receiver.control_url, { partner, clear: true });
      await post(platform.control_url, { clear: true });
    },
  };
};
