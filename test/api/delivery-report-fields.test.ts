import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { DeliveryScene } from '../delivery/delivery-scene.ts';
import { eventOf, recordedEvent } from '../delivery/recorded-events.ts';
import { batchRoute, itemsOf, reportOf } from '../delivery/report-batches.ts';
import { errorOf, problemsOf, verdictOf } from './replies.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withScene } from '../delivery/suite-scene.ts';

const day = 86_400_000;
const clock = testClock();

let scene: DeliveryScene;
withScene(clock.now, (started) => {
  scene = started;
});

const identifierBounds = Object.fromEntries(
  [
    ...['message_id', 'client_message_id', 'request_id', 'template_id', 'template_name', 'campaign_id'],
    ...['recipient_user_id', 'user_id', 'recipient', 'error_code'],
  ].map((field) => [field, 512]),
);

const recorded = (fields: Record<string, unknown>): Promise<Record<string, unknown>> => recordedEvent(scene, fields);

describe('opaque identifiers', () => {
  test.each([
    ['00012345678901234567890'],
    ['1e5'],
    ['BR.1A2b'],
    [' leading and trailing '],
    ['a\u0301 is not \u00e1'],
    ['🇧🇷'],
    ['\u0001\t\n'],
    ['__proto__'],
    ['x'.repeat(512)],
  ])('%j is returned byte for byte', async (value) => {
    const fields = {
      recipient_user_id: value,
      user_id: value,
      recipient: value,
      message_id: value,
      campaign_id: value,
    };
    expect(await recorded(fields)).toMatchObject(fields);
  });

  test('that look alike are different', async () => {
    const values = ['12', '012', '12 ', 'a\u0301', '\u00e1', 'A', 'a'];
    const replies = await Promise.all(values.map((value) => scene.report({ message_id: `like ${value}` })));
    expect(replies.map(({ status }) => status)).toEqual(values.map(() => 201));
  });

  test.each(['recipient_user_id', 'user_id', 'recipient', 'message_id', 'phone_number_id'])(
    '%s is never a number',
    async (field) => {
      const reply = await scene.report({ [field]: 5_511_987_654_321 });
      expect(verdictOf(reply)).toBe('400 validation_failed');
      expect(problemsOf(reply)).toEqual([{ path: field, rule: 'type', message: `${field} must be of type string` }]);
    },
  );
});

describe('a text of a report', () => {
  const bounds = { ...identifierBounds, error_title: 512, error_message: 2_048, error_details: 4_096 };

  test.each(Object.entries(bounds))('%s has at most %i characters', async (field, most) => {
    for (const longest of ['x', '"', '\u0001', '語', '😀']) {
      const text = longest.repeat(most);
      expect((await scene.report({ message_id: randomUUID(), [field]: text })).status).toBeLessThan(202);
      const reply = await scene.report({ message_id: randomUUID(), [field]: text + longest });
      expect(problemsOf(reply)).toEqual([
        { path: field, rule: 'maximum', message: `${field} must have at most ${most} characters` },
      ]);
    }
  });
});

describe('error_code', () => {
  test.each([[131026], ['131026'], [0], [-5], ['E-1'], [Number.MAX_SAFE_INTEGER], [null]])(
    'keeps its type: %j',
    async (code) => {
      const event = await recorded({ status: 'failed', error_code: code, error_title: 'title' });
      expect(event['error']).toEqual({ code, title: 'title', message: null, details: null });
    },
  );

  test('must not be an integer that other programs read as another one', async () => {
    const reply = await scene.report({ error_code: 2 ** 60 });
    expect(problemsOf(reply)).toMatchObject([{ path: 'error_code', rule: 'safe_integer' }]);
  });

  test.each([[1.5], [true], [[]], [{}]])('must not be %j', async (code) => {
    const reply = await scene.report({ error_code: code });
    expect(problemsOf(reply)).toEqual([
      { path: 'error_code', rule: 'type', message: 'error_code must be an integer, a string or null' },
    ]);
  });
});

describe("the platform's own status object", () => {
  const errors = [
    { code: 131049, title: 'Not delivered', message: 'Kept', error_data: { details: 'The cap' }, href: '/errors' },
    { code: 1, title: 'Another' },
  ];
  const status = {
    id: 'wamid.own',
    status: 'failed',
    timestamp: '1893456000',
    recipient_id: '15550009876',
    errors,
    pricing: { billable: false },
    conversation: { id: 'c1' },
  };
  const error = { code: 131049, title: 'Not delivered', message: 'Kept', details: 'The cap' };

  test("is read by the platform's names, and the recipient's number is not kept", async () => {
    const event = await recorded({ ...status, message_id: undefined });
    expect(event).toMatchObject({ message_id: 'wamid.own', occurred_at: '2030-01-01T00:00:00.000Z', error });
    expect(JSON.stringify(event)).not.toMatch(/15550009876|billable|conversation/);
    const again = await scene.report({ status: 'failed', message_id: 'wamid.own' });
    expect(again).toMatchObject({ status: 200, body: { event_id: event['id'], duplicate: true } });
  });

  test('is read in a batch, each alone', async () => {
    const reports = [
      { ...status, id: 'wamid.one' },
      { ...status, id: 'wamid.two', errors: null },
      { ...status, id: null },
    ].map((one) => reportOf(scene, one));
    const items = itemsOf(await scene.command('POST', batchRoute, { reports }));
    expect(items.map((item) => [item.status, item.error?.details?.map(({ path }) => path) ?? null])).toEqual([
      [201, null],
      [201, null],
      [400, ['id']],
    ]);
    expect(await eventOf(scene, items[1]?.event_id ?? '')).toMatchObject({ message_id: 'wamid.two', error: null });
  });

  test("gives way to the service's own names", async () => {
    const own = { message_id: 'own', error_title: 'Ours', occurred_at: 1_893_456_060 };
    expect(await recorded({ ...status, ...own })).toMatchObject({
      message_id: 'own',
      occurred_at: '2030-01-01T00:01:00.000Z',
      error: { ...error, title: 'Ours' },
    });
  });

  test.each(['timestamp', 'recipient_id', 'errors', 'pricing', 'conversation'] as const)(
    'is refused with %s and without any id of its message',
    async (field) => {
      const reply = await scene.report({ [field]: status[field] });
      expect(verdictOf(reply)).toBe('400 validation_failed');
      expect(problemsOf(reply)).toMatchObject([{ path: 'id', rule: 'status_id' }]);
      expect((await scene.report({ [field]: status[field], request_id: `with ${field}` })).status).toBe(201);
    },
  );

  test.each([
    [{ timestamp: 'yesterday' }, 'timestamp', 'format'],
    [{ timestamp: '1893456000000' }, 'timestamp', 'milliseconds'],
    [{ timestamp: 1 }, 'timestamp', 'minimum'],
    [{ errors: 'none' }, 'errors', 'type'],
    [{ errors: [{ code: 1.5 }] }, 'errors[0].code', 'type'],
    [{ errors: [{ title: 'x'.repeat(513) }] }, 'errors[0].title', 'maximum'],
    [{ errors: Array.from({ length: 11 }, () => ({})) }, 'errors', 'maximum'],
    [{ id: 7 }, 'id', 'type'],
  ])('names the field of the problem: %j', async (wrong, path, rule) => {
    expect(problemsOf(await scene.report({ id: 'wamid.wrong', ...wrong }))).toMatchObject([{ path, rule }]);
  });
});

describe('occurred_at', () => {
  const at = (value: unknown): Promise<Record<string, unknown>> => recorded({ occurred_at: value });

  test.each<[unknown, string]>([
    ['2030-01-01T12:00:00Z', '2030-01-01T12:00:00.000Z'],
    ['2030-01-01T12:00:00.1239Z', '2030-01-01T12:00:00.123Z'],
    ['2030-01-01T12:00:00-03:00', '2030-01-01T15:00:00.000Z'],
    ['2030-01-01T12:00:00+0545', '2030-01-01T06:15:00.000Z'],
    [1_893_456_000, '2030-01-01T00:00:00.000Z'],
    [1_893_456_000.75, '2030-01-01T00:00:00.750Z'],
    ['1893456000', '2030-01-01T00:00:00.000Z'],
    ['1893456000.123456', '2030-01-01T00:00:00.123Z'],
  ])('%j is %s', async (value, shown) => {
    expect((await at(value))['occurred_at']).toBe(shown);
  });

  test.each([[null], [undefined]])('%p is when it was received', async (value) => {
    expect((await at(value))['occurred_at']).toBe(new Date(clock.now()).toISOString());
  });

  test.each([
    ['', 'format'],
    ['yesterday', 'format'],
    ['2030-01-01', 'format'],
    ['2030-01-01T12:00:00', 'format'],
    ['2030-02-30T12:00:00Z', 'format'],
    ['2030-01-01T25:00:00Z', 'format'],
    ['0x10', 'format'],
    ['1e9', 'format'],
    ['-5', 'format'],
    [-5, 'format'],
    [true, 'format'],
    [{}, 'format'],
    [0, 'minimum'],
    [1_893_456_000_000, 'milliseconds'],
    ['1893456000000', 'milliseconds'],
    ['2029-09-01T00:00:00Z', 'minimum'],
    ['2030-01-05T00:00:00Z', 'maximum'],
  ])('must not be %j', async (value, rule) => {
    const reply = await scene.report({ occurred_at: value });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toMatchObject([{ path: 'occurred_at', rule }]);
    expect(errorOf(reply).message).toMatch(/^occurred_at must /);
  });

  test('may be 90 days old or a day ahead, and no more', async () => {
    const now = clock.now();
    const seconds = (time: number): string => (time / 1000).toFixed(3);
    const verdicts = [];
    for (const time of [now - 90 * day, now - 90 * day - 1, now + day, now + day + 1]) {
      verdicts.push((await scene.report({ occurred_at: seconds(time) })).status);
    }
    expect(verdicts).toEqual([201, 400, 201, 400]);
  });
});
