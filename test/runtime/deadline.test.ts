import { expect, test } from '@jest/globals';
import { leaseEnd } from '../../lambdas/kernel/deadline.ts';
import { outboundWithin } from '../../lambdas/outbound/within.ts';
import type { OutboundRequest } from '../../lambdas/outbound/client.ts';
import { deadlineOf, lastStepOf } from '../../lambdas/runtime/deadline.ts';

const now = 1_000_000;
/** What Lambda says of an invocation. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
const left = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });

test('calls to the outside end before the answer, and the answer before the function', () => {
  const { calls, answer, end } = deadlineOf(left(29_000), now);
  expect([calls, end]).toEqual([now + 26_000, now + 29_000]);
  expect(answer.aborted).toBe(false);
});

test('a worker begins no step that it could not end', () => {
  const deadline = deadlineOf(left(300_000), now, 10_000);
  expect(deadline.calls - lastStepOf(deadline)).toBe(48_000);
});

test('a lease ends with the invocation that took it', () => {
  const deadline = deadlineOf(left(29_000), now);
  expect(leaseEnd(deadline, now, 60_000)).toBe(now + 29_000);
  expect(leaseEnd(deadline, now, 5_000)).toBe(now + 5_000);
});

test("an exchange with a partner's endpoint gets the time that is left, and none begins when none is", async () => {
  const asked: OutboundRequest[] = [];
  const client = {
    send: (request: OutboundRequest) => {
      asked.push(request);
      return Promise.resolve({ kind: 'failed', error: 'reset', milliseconds: 1 } as const);
    },
  };
  let time = now;
  const deadline = deadlineOf(left(29_000), now);
  const { send } = outboundWithin(client, deadline, () => time);
  const request = { method: 'GET', url: 'https://partner.example/', headers: {} } as const;
  time = now + 20_000;
  await send(request);
  await send({ ...request, limit: 1_000 });
  time = now + 26_000;
  expect(await send(request)).toMatchObject({ kind: 'failed', error: 'timeout' });
  expect(asked.map(({ limit }) => limit)).toEqual([6_000, 1_000]);
  expect(asked.map(({ ended }) => ended)).toEqual([deadline.answer, deadline.answer]);
});
