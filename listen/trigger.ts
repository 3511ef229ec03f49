import type { TestCallback } from '../lambdas/domain/webhook/test-callback.ts';
import { testEventTypes } from '../lambdas/domain/webhook/test-event.ts';
import type { Client } from '../packages/client/src/client.ts';
import { isRefusal } from '../packages/client/src/refusal.ts';
import { Failure } from './failure.ts';
import type { ForwardedEvent } from './forwarded-event.ts';
import { callbackKinds, isPlatformCallback, type PlatformCallback } from './platform-callback.ts';

export const kinds = testEventTypes;
export type Kind = (typeof kinds)[number];

/** @throws Failure that lists the kinds */
export const kindOf = (text: string): Kind | PlatformCallback => {
  if (isPlatformCallback(text)) return text;
  const kind = testEventTypes.find((known) => known === text);
  if (kind !== undefined) return kind;
  throw new Failure(`There is no kind ${text}.`, `the kinds are\n  ${[...kinds, ...callbackKinds].join('\n  ')}`);
};

/** Has a test event sent to the partner's endpoint. @returns it with its body. @throws Failure, Refusal, ConnectionLost */
export const trigger = async (
  client: Client,
  kind: Kind,
  callback_kind?: TestCallback,
  signal?: AbortSignal,
): Promise<ForwardedEvent> => {
  try {
    const options = signal === undefined ? {} : { signal };
    const { body } = await client.call('send-partner-webhook-test-event', { type: kind, callback_kind }, options);
    return body.event;
  } catch (error) {
    if (!isRefusal(error, 'invalid_state')) throw error;
    throw new Failure(
      'The partner has no enabled endpoint, so that no test event is sent.',
      'register one with update-partner-webhook-endpoint: docs/partners/events.md',
      error,
    );
  }
};
