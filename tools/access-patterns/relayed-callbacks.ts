import type { RelayedCallback } from '../../lambdas/domain/relayed-callback.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import type { OutboundResult } from '../../lambdas/outbound/client.ts';
import { findingLines, type FindLine } from '../../lambdas/events/relayed/line-of-number.ts';
import { relayCallbacks } from '../../lambdas/events/relayed/send-on.ts';
import { testClock } from '../harness/test-clock.ts';
import { startWorld } from '../harness/world.ts';
import { answerOf, depsOf, measuredDelivery, putEndpoint, type MeasuredDelivery } from './deliveries.ts';
import { startMeteredTable } from './metered-table.ts';

interface Case {
  readonly about: string;
  /** How many messages a batch of the worker has. */
  readonly messages: number;
  readonly isStatus?: boolean;
  readonly answer: OutboundResult;
  /** In an environment that read the line within the last seconds. */
  readonly isKnown: boolean;
}

const taken = answerOf(200);

const cases: readonly Case[] = [
  { about: 'a message that is taken', messages: 1, answer: taken, isKnown: true },
  { about: 'ten messages that are taken', messages: 10, answer: taken, isKnown: true },
  { about: 'a message of a line that was not read before', messages: 1, answer: taken, isKnown: false },
  { about: 'a status that is taken, and its report', messages: 1, isStatus: true, answer: taken, isKnown: true },
  { about: 'a message that is not taken', messages: 1, answer: answerOf(503), isKnown: true },
];

const phoneNumberId = '106540352242922';

const callbackOf = (id: string, isStatus: boolean, at: number): RelayedCallback => {
  const metadata = { display_phone_number: '15550783881', phone_number_id: phoneNumberId };
  const own = isStatus
    ? { statuses: [{ id, status: 'delivered', timestamp: String(at / 1_000), recipient_id: '16505551234' }] }
    : { messages: [{ id, from: '16505551234', timestamp: String(at / 1_000), type: 'text', text: { body: 'Hello' } }] };
  const value = { messaging_product: 'whatsapp', metadata, ...own };
  const entry = [{ id: '102290129340398', changes: [{ field: 'messages', value }] }];
  return {
    phoneNumberId,
    field: 'messages',
    at,
    callback: JSON.stringify({ object: 'whatsapp_business_account', entry }),
  };
};

/** Measures the table calls of callbacks that the service sends on. */
export const measureRelayedCallbacks = async (): Promise<readonly MeasuredDelivery[]> => {
  const table = await startMeteredTable();
  const clock = testClock();
  let answer = taken;
  const deps = depsOf(table, clock.now, () => answer);
  const world = await startWorld(table, clock.now);
  const customerId = await world.customer('C-1');
  await world.connect(await world.instance(customerId, 'line'), phoneNumberId, '102290129340398');
  const url = 'https://api.example/platform/callback';
  await putEndpoint(deps, world.partner.partnerId, { isOn: true, url, fields: ['messages'] });
  let sent = 0;
  const next = (isStatus: boolean): RelayedCallback => {
    sent += 1;
    return callbackOf(`wamid.${isoOf(clock.now())}${sent}`, isStatus, clock.now());
  };
  const relay = async (findLine: FindLine, callbacks: readonly RelayedCallback[]): Promise<void> => {
    const failed = await relayCallbacks({ ...deps, findLine }, callbacks);
    if (failed.size > 0) throw new Error('callbacks could not be sent on');
  };
  const measured: MeasuredDelivery[] = [];
  for (const { about, messages, isStatus = false, isKnown, answer: given } of cases) {
    const findLine = findingLines(table, clock.now);
    answer = taken;
    if (isKnown) await relay(findLine, [next(isStatus)]);
    answer = given;
    const callbacks = Array.from({ length: messages }, () => next(isStatus));
    const { accesses } = await table.measure(() => relay(findLine, callbacks));
    measured.push(measuredDelivery(about, accesses));
  }
  await table.stop();
  return measured;
};
