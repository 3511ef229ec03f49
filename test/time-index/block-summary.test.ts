import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Block } from '@swift-worker/time-index/block-list.ts';
import { addSummaries, emptySummary, summaryOf } from '@swift-worker/time-index/block-summary.ts';
import { countInBlock } from '@swift-worker/time-index/event-filter.ts';
import { deliveryStatuses, type DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { packNewerList, packOlderList, unpackNewerList, unpackOlderList } from '@swift-worker/time-index/list-codec.ts';
import { earlierList } from '../delivery/earlier-lists.ts';
import { plainEvent, uuidOf } from '../delivery/reports.ts';

const hour = 495_000;
const at = hour * 3_600_000;

const event = fc
  .record({
    number: fc.nat(10_000),
    status: fc.constantFrom(...deliveryStatuses),
    code: fc.constantFrom(null, 131026, '131026', 'E1', 'a code of the partner’s own that is far too long'),
  })
  .map(({ number, status, code }): DeliveryEvent =>
    plainEvent(uuidOf(9, number), {
      status,
      error: code === null ? null : { code, title: null, message: null, details: null },
    }),
  );
const events = fc.array(event, { maxLength: 20 });

const failure = (code: number): DeliveryEvent =>
  plainEvent(uuidOf(9, code), { status: 'failed', error: { code, title: null, message: null, details: null } });

test('a summary counts each status, and failures by the text of their code', () => {
  fc.assert(
    fc.property(events, (given) => {
      const summary = summaryOf(given);
      for (const status of deliveryStatuses) {
        expect(countInBlock({ kind: 'status', status }, summary)).toBe(
          given.filter((one) => one.status === status).length,
        );
      }
      const failed = given.filter(({ status }) => status === 'failed');
      const isLong = failed.some(({ error }) => String(error?.code ?? '').length > 32);
      const coded = failed.filter(({ error }) => String(error?.code) === '131026').length;
      expect(countInBlock({ kind: 'code', code: '131026' }, summary)).toBe(isLong ? null : coded);
    }),
  );
});

test('the sum of summaries is the summary of the sum', () => {
  fc.assert(
    fc.property(events, events, (left, right) => {
      expect(addSummaries(summaryOf(left), summaryOf(right))).toEqual(summaryOf([...left, ...right]));
    }),
  );
});

test('a block of many codes counts none of them, and still its statuses', () => {
  const many = Array.from({ length: 13 }, (_, code) => failure(code));
  expect(summaryOf(many)).toEqual({ statuses: { ...emptySummary.statuses, failed: 13 }, codes: null });
  expect(summaryOf(many.slice(1)).codes?.size).toBe(12);
});

const blocks = fc.array(events, { minLength: 1, maxLength: 5 }).map((each) =>
  each.map((own, index): Block => ({
    start: { at: at + index, id: '' },
    count: own.length,
    bytes: 1_024,
    segments: ['0123456789'],
    summary: index === 3 ? null : summaryOf(own),
  })),
);

test('a list keeps the summaries of its blocks, and one of an earlier version has none', () => {
  fc.assert(
    fc.property(blocks, (given) => {
      const list = { newestId: uuidOf(9, 1), last: { at: at + 9, id: '' }, olderVersion: 0, blocks: given };
      const newer = { sk: `E#${hour.toString().padStart(7, '0')}`, version: 1, body: packNewerList(hour, list) };
      const older = { ...newer, sk: `${newer.sk}=`, body: packOlderList(hour, given) };
      expect(unpackNewerList(hour, newer.body)).toEqual(list);
      expect(unpackOlderList(hour, older.body)).toEqual(given);
      const without = given.map((block) => ({ ...block, summary: null }));
      expect(unpackNewerList(hour, earlierList(newer).body)).toEqual({ ...list, blocks: without });
      expect(unpackOlderList(hour, earlierList(older).body)).toEqual(without);
    }),
  );
});
