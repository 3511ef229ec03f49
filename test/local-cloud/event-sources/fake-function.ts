import type { Invocation, LocalFunction } from '@swift-worker/local-cloud/lambda/function.ts';
import { isObject, type Json } from '@swift-worker/local-cloud/template.ts';
import { answeredFunction } from '../answered-function.ts';

export type Answer = Pick<Invocation, 'payload' | 'functionError'>;

export const succeed: Answer = { payload: 'null', functionError: undefined };
export const fail: Answer = { payload: '{"errorType":"Error"}', functionError: 'Unhandled' };
export const report = (...identifiers: string[]): Answer => ({
  payload: JSON.stringify({ batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })) }),
  functionError: undefined,
});

/** A function that answers each batch of records as the test says. */
export const fakeFunction = (
  answer: (records: Json[], invocation: number, age: number | undefined) => Answer | Promise<Answer>,
): LocalFunction => {
  let invocations = 0;
  return answeredFunction('consumer', async (payload, age) => {
    invocations += 1;
    const event: unknown = JSON.parse(payload);
    const records = isObject(event) ? event['Records'] : undefined;
    const answered = await answer(Array.isArray(records) ? records : [], invocations, age);
    return { requestId: `request-${invocations}`, ...answered };
  });
};
