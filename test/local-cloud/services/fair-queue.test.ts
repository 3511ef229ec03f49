import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fairOrder } from '@swift-worker/local-cloud/services/fair-queue.ts';

interface Message {
  readonly id: number;
  readonly messageGroupId?: string;
}
const message = (id: number, messageGroupId?: string): Message =>
  messageGroupId === undefined ? { id } : { id, messageGroupId };
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id);

describe('a fair queue', () => {
  test('takes the groups in turn', () => {
    const waiting = [message(1, 'a'), message(2, 'a'), message(3, 'a'), message(4, 'b'), message(5, 'c')];
    expect(ids(fairOrder(waiting, []))).toEqual([1, 4, 5, 2, 3]);
  });

  test('lets a group with messages in flight wait for the others', () => {
    const inFlight = [message(1, 'a'), message(2, 'a')];
    expect(ids(fairOrder([message(3, 'a'), message(4, 'b'), message(5, 'b')], inFlight))).toEqual([4, 5, 3]);
  });

  test('keeps the order of messages without groups', () => {
    expect(ids(fairOrder([message(1), message(2), message(3)], [message(4)]))).toEqual([1, 2, 3]);
  });

  test('loses nothing, and keeps the order within each group', () => {
    const anyMessage = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
    fc.assert(
      fc.property(fc.array(anyMessage), fc.array(anyMessage), (waitingGroups, inFlightGroups) => {
        const waiting = waitingGroups.map((group, id) => message(id, group));
        const ordered = fairOrder(
          waiting,
          inFlightGroups.map((group) => message(-1, group)),
        );
        expect(ids(ordered).toSorted((a, b) => a - b)).toEqual(ids(waiting));
        for (const group of ['a', 'b', 'c', undefined]) {
          const own = ordered.filter(({ messageGroupId }) => messageGroupId === group);
          expect(ids(own)).toEqual(ids(own).toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
