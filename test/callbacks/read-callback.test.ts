import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { callbackFields } from '../../lambdas/domain/callback-message.ts';
import { hour } from '../../lambdas/kernel/time.ts';
import { isOfNumber } from '../../lambdas/domain/webhook/relayed-fields.ts';
import { readCallback } from '../../lambdas/callbacks/read-callback.ts';
import { callbackNames, corpusBody } from './corpus.ts';

const changesOf = z.looseObject({
  entry: z.array(z.looseObject({ changes: z.optional(z.array(z.looseObject({ field: z.optional(z.string()) }))) })),
});

const read = (text: string): ReturnType<typeof readCallback> => readCallback(Buffer.from(text), now);
const field = 'account_update';
const now = Date.UTC(2025, 1, 13);
/** When the samples were made. */
const sampled = 1_793_577_602_000;

describe('what a callback holds', () => {
  test('are all changes of all entries, each with the id and the time of its own', () => {
    const entry = [
      {
        id: '1',
        time: 1739321024,
        changes: [
          { field, value: { a: 1 } },
          { field: 'account_alerts', value: 'b' },
        ],
      },
      { id: '2', time: 1739321025, changes: [{ field, value: null }] },
    ];
    expect(read(JSON.stringify({ object: 'whatsapp_business_account', entry }))).toEqual({
      changes: [
        { entryId: '1', time: 1739321024, field, value: { a: 1 } },
        { entryId: '1', time: 1739321024, field: 'account_alerts', value: 'b' },
        { entryId: '2', time: 1739321025, field, value: null },
      ],
      relayed: [],
      others: {},
    });
  });

  test.each(callbackFields)('is acted on when it is of the kind %s', (known) => {
    const text = JSON.stringify({ entry: [{ id: '1', changes: [{ field: known, value: {} }] }] });
    expect(read(text).changes).toEqual([{ entryId: '1', time: null, field: known, value: {} }]);
  });

  test('keeps ids as they came, however many digits they have', () => {
    const text = `{"entry":[{"id":12345678901234567890,"time":1739321024,"changes":[{"field":"${field}",
      "value":{"id":94607512030411223,"small":12,"real":1.5,"huge":1e400,"text":"94607512030411223"}}]}]}`;
    const [change] = read(text).changes;
    expect(change).toMatchObject({
      entryId: '12345678901234567890',
      value: { id: '94607512030411223', small: 12, real: 1.5, text: '94607512030411223' },
    });
  });

  test('keeps a text and a fraction as they came, whatever digits they have', () => {
    const value = {
      quoted: '\\" 94607512030411223 "',
      in: { '94607512030411223': 0.12345678901234568 },
      small: -9007199254740991,
    };
    const text = JSON.stringify({ entry: [{ id: '1', changes: [{ field, value }] }] });
    expect(read(text).changes).toMatchObject([{ value }]);
  });

  test.each([
    [5_000, '[', ']'],
    [100_000, '[', ']'],
    [40_000, '{"a":', '}'],
  ])('is read beside a value of %i levels of %s', (levels, begin, end) => {
    const deep = `${begin.repeat(levels)}1${end.repeat(levels)}`;
    const text = `{"entry":[{"id":"1","time":${deep},"changes":[{"field":"${field}","value":{"a":1}},
      {"field":"${field}","value":${deep}},{"field":${deep},"value":1},{"field":"messages","value":${deep}},${deep}]},${deep}]}`;
    expect(read(text)).toMatchObject({
      changes: [{ entryId: '1', time: null, field, value: { a: 1 } }],
      others: { 'account_update, too deep': 1, 'messages, too deep': 1 },
    });
  });

  test.each([
    [1739321024, 1739321024],
    ['1739321024', 1739321024],
    [1739321024123, 1739321024],
    [-1, null],
    ['yesterday', null],
    [null, null],
    [undefined, null],
  ])('is of the time %j as %j', (time, expected) => {
    const text = JSON.stringify({ entry: [{ id: '1', time, changes: [{ field, value: {} }] }] });
    expect(read(text).changes).toMatchObject([{ time: expected }]);
  });

  test('has its kind inside the value, or beside the changes, in some callbacks', () => {
    const inside = { id: '1', changes: [{ value: { field, event: 'PARTNER_APP_UNINSTALLED' } }] };
    const beside = { id: '2', field, changes: [{ value: { event: 'PARTNER_APP_INSTALLED' } }] };
    const { changes } = read(JSON.stringify({ entry: [inside, beside] }));
    expect(changes).toMatchObject([
      { entryId: '1', field },
      { entryId: '2', field },
    ]);
  });

  test('is counted by its kind when nothing is done about it, or it is none', () => {
    const entry = [
      { id: '1', changes: [{ field: 'messages', value: {} }, { field: 'messages' }, {}, 7, null] },
      { changes: [{ field, value: {} }] },
      'entry',
      { id: '1', changes: 'none' },
      { id: '1', changes: [{ field, value: 'x'.repeat(100_000) }] },
    ];
    expect(read(JSON.stringify({ entry }))).toEqual({
      changes: [],
      relayed: [],
      others: { 'messages, of no number': 2, none: 1, unreadable: 4, 'account_update, too large': 1 },
    });
  });

  test('of 3 MB is read', () => {
    const change = { field, value: { event: 'ACCOUNT_VIOLATION', note: 'n'.repeat(250) } };
    const text = JSON.stringify({ entry: [{ id: '1', changes: Array.from({ length: 9_000 }, () => change) }] });
    expect(text.length).toBeGreaterThan(2_900_000);
    expect(read(text).changes).toHaveLength(9_000);
  });
});

describe('a change of a number', () => {
  const metadata = { display_phone_number: '15550001111', phone_number_id: '107' };
  const messages = [{ id: 'wamid.1', timestamp: '1739321024', type: 'text', text: { body: 'Hello' } }];
  const textOf = (count: number): string => {
    const changes = Array.from({ length: count }, () => ({ field: 'messages', value: { metadata, messages } }));
    return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: 'ID', changes }] }).replace(
      '"ID"',
      '12345678901234567890',
    );
  };

  test('is alone in its object and entry, with all digits of its numbers', () => {
    const [first, second, ...others] = read(textOf(2)).relayed;
    expect(first).toEqual({ phoneNumberId: '107', field: 'messages', at: 1_739_321_024_000, callback: textOf(1) });
    expect([second, others]).toEqual([first, []]);
  });

  test('is the same whenever it comes, because its time is that of the message', () => {
    const later = readCallback(Buffer.from(textOf(1)), now + 60_000);
    expect(later.relayed).toEqual(read(textOf(1)).relayed);
  });

  test('has the hour of its arrival when no time is in it or in its entry', () => {
    const value = { metadata, contacts: [] };
    const text = JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });
    const begun = Date.parse('2026-03-01T09:00:00Z');
    for (const after of [0, 1, hour - 1]) {
      expect(readCallback(Buffer.from(text), begun + after).relayed).toMatchObject([{ at: begun }]);
    }
    expect(readCallback(Buffer.from(text), begun + hour).relayed).toMatchObject([{ at: begun + hour }]);
  });

  test.each(callbackNames.map((name) => [name]))('of %s is sent on', (name) => {
    const body = changesOf.parse(corpusBody(`callbacks/${name}.json`));
    const ofNumbers = body.entry.flatMap(({ changes = [] }) => changes).filter((one) => isOfNumber(one.field ?? ''));
    const { relayed } = read(JSON.stringify(body));
    expect(relayed.map(({ phoneNumberId }) => phoneNumberId)).toEqual(ofNumbers.map(() => '770000000000301'));
  });

  // A history and an error of a message have no time.
  test.each(callbackNames.filter((name) => !/^history|^messages\.errors/.test(name)).map((name) => [name]))(
    'of %s is the same when it is repeated',
    (name) => {
      const body = Buffer.from(JSON.stringify(corpusBody(`callbacks/${name}.json`)));
      const [first, again] = [1, 2].map((hours) => readCallback(body, sampled + hours * hour).relayed);
      expect(again).toEqual(first);
    },
  );

  test.each([[{ id: '2' }], [{ id: '2', changes: null }], [null]])('beside an entry %j is sent on', (odd) => {
    const value = { metadata, messages };
    const text = JSON.stringify({ entry: [odd, { id: '1', changes: [{ field: 'messages', value }] }] });
    expect(read(text).relayed).toMatchObject([{ phoneNumberId: '107', field: 'messages' }]);
  });

  test('of 14,000 in one callback costs one parsing of it', () => {
    expect(read(textOf(14_000)).relayed).toHaveLength(14_000);
  });
});
