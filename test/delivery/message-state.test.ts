import { describe, expect, test } from '@jest/globals';
import type { DeliveryStatus, ErrorCode, MessageEffect } from '@swift-worker/time-index/event.ts';
import { effectOf } from '../../lambdas/domain/delivery/message-state.ts';
import { plainEvent, uuidOf } from './reports.ts';

const eventOf = (status: DeliveryStatus, number: number, code: ErrorCode = null) =>
  plainEvent(uuidOf(9, number), {
    status,
    error: code === null ? null : { code, title: null, message: null, details: null },
  });

const effectAfter = (status: DeliveryStatus, known: readonly DeliveryStatus[], code: ErrorCode = null): MessageEffect =>
  effectOf(
    eventOf(status, 1, code),
    known.map((one, number) => eventOf(one, number + 2, one === 'failed' ? 131000 : null)),
  );

const nothing: MessageEffect = { first: false, delivered: false, read: false, failed: 0, byRecipient: false };

describe('the effect of a status on its message', () => {
  test('the first status makes the message known', () => {
    expect(effectAfter('sent', [])).toEqual({ ...nothing, first: true });
    expect(effectAfter('deleted', [])).toEqual({ ...nothing, first: true });
  });

  test('a delivery counts once, whichever of delivered and read comes first', () => {
    expect(effectAfter('delivered', ['sent'])).toEqual({ ...nothing, delivered: true });
    expect(effectAfter('read', ['sent'])).toEqual({ ...nothing, delivered: true, read: true });
    expect(effectAfter('read', ['delivered'])).toEqual({ ...nothing, read: true });
    expect(effectAfter('delivered', ['read'])).toEqual(nothing);
  });

  test('sent after any other status changes nothing', () => {
    for (const known of ['delivered', 'read', 'failed'] as const) expect(effectAfter('sent', [known])).toEqual(nothing);
  });

  test('a failure never replaces a delivery', () => {
    expect(effectAfter('failed', ['sent'])).toEqual({ ...nothing, failed: 1 });
    expect(effectAfter('failed', ['delivered'])).toEqual(nothing);
    expect(effectAfter('failed', ['read'])).toEqual(nothing);
  });

  test('a delivery takes an earlier failure back, with the kind of that failure', () => {
    expect(effectAfter('delivered', ['failed'])).toEqual({ ...nothing, delivered: true, failed: -1 });
    const known = eventOf('failed', 2, 131026);
    expect(effectOf(eventOf('read', 1), [known])).toEqual({
      ...nothing,
      delivered: true,
      read: true,
      failed: -1,
      byRecipient: true,
    });
  });

  test.each([[131021], [131026], ['131026'], [131047], [131049], [131050], ['131050'], [131062], [130472], [137000]])(
    '%p is caused by the recipient',
    (code) => {
      expect(effectAfter('failed', ['sent'], code)).toEqual({ ...nothing, failed: 1, byRecipient: true });
    },
  );

  test.each([[131000], ['131026 '], [null], [130403], [131042], [131051], [131056]])(
    '%p is not caused by the recipient',
    (code) => {
      expect(effectAfter('failed', ['sent'], code).byRecipient).toBe(false);
    },
  );
});
