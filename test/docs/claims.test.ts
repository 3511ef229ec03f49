import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createConnectSession } from '../../lambdas/api/operations/instances/create-connect-session.ts';
import { upsertCustomer } from '../../lambdas/api/operations/customers/upsert-customer.ts';
import { reportMessageStatus } from '../../lambdas/api/operations/delivery/report-message-status.ts';
import { getDeliveryHealth } from '../../lambdas/api/operations/delivery/get-health.ts';
import { searchDeliveryEvents } from '../../lambdas/api/operations/delivery/search-events.ts';
import { searchTermOf } from '../../lambdas/domain/customer.ts';
import { digitsOf } from '../../lambdas/domain/phone-number.ts';
import { matches } from '../../lambdas/domain/search/search-row.ts';
import { ServiceError, statusOfCode, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import { idempotencyKeyOf } from '../../lambdas/domain/idempotency.ts';
import { connectedStatuses } from '../../lambdas/domain/instance.ts';
import { instanceStatuses } from '../../lambdas/domain/states/instance-states.ts';
import { verdictOf } from '../../lambdas/domain/delivery/health.ts';
import { isRecipientCaused } from '../../lambdas/domain/delivery/recipient-errors.ts';
import { occurredAt } from '../../lambdas/domain/delivery/occurred-at.ts';
import { decideRefresh, nextPassAt } from '../../lambdas/domain/template-sync.ts';
import { day } from '../../lambdas/kernel/time.ts';
import { otherBrowserPage } from '../../lambdas/connect/page/refusal.ts';
import { production, staging } from '../../lib/stages.ts';
import { claims } from './claims.ts';

const textOf = (page: string): string =>
  readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

const rowsOf = (page: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const namesIn = (text: string): readonly string[] => Array.from(text.matchAll(/`([^`]+)`/g), ([, name = '']) => name);

/** The statuses of the service, and those that AWS answers in its place. */
const statuses = new Set([
  ...Object.values(statusOfCode).map(String),
  '200',
  '201',
  '202',
  '2xx',
  '5xx',
  '410',
  '502',
  '504',
]);

const numberWord = /^(three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred|thousand|tenth|quarter|half)$/i;

/** Numbers of the prose that no claim has; programs, names and links are excluded. */
const numbersLeft = (page: string): readonly string[] => {
  const raw = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8').replaceAll(
    /^```[^]*?^```$|^\d+\. /gm,
    '',
  );
  const unclaimed = (claims[page] ?? []).reduce(
    (text, claim) => text.replaceAll(claim, ''),
    raw.replaceAll(/\s+/g, ' '),
  );
  // test/site/feed.test.ts reads the days of the changelog.
  const undated = unclaimed.replaceAll(/## \d{4}-\d\d-\d\d(, \d+\.\d+\.\d+)?/g, '');
  const prose = undated.replaceAll(/`[^`]*`/g, '').replaceAll(/\]\([^)]*\)/g, ']');
  return (prose.match(/[\p{L}\p{N}][\p{L}\p{N}.,]*/gu) ?? [])
    .map((word) => word.replace(/[.,]+$/, ''))
    .filter((word) => (/\d/.test(word) && !statuses.has(word)) || numberWord.test(word));
};

describe.each(Object.entries(claims))('the numbers of %s', (page, its) => {
  it.each(its)('%s', (claim) => {
    expect(textOf(page)).toContain(claim);
  });
});

const partnerPages = readdirSync(new URL('../../docs/partners', import.meta.url)).map((name) => `partners/${name}`);

it.each([...partnerPages, 'portal.md'])('every number of %s is compared with the code', (page) => {
  expect(numbersLeft(page)).toEqual([]);
});

describe('the bounds that the pages name', () => {
  const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: object): boolean =>
    schema.safeParse(value).success;

  it('are those of the idempotency key', () => {
    for (const length of [8, 200]) expect(idempotencyKeyOf('k'.repeat(length))).toHaveLength(length);
    for (const key of ['k'.repeat(7), 'k'.repeat(201), 'käse-4711']) expect(() => idempotencyKeyOf(key)).toThrow();
  });

  it('are those of a link, of the health and of the search', () => {
    const link = (ttl_hours: number) => takes(createConnectSession.input, { instance_key: 'line', ttl_hours });
    expect([0.24, 0.25, 168, 168.1].map(link)).toEqual([false, true, true, false]);
    const health = (window_hours: string) => takes(getDeliveryHealth.input, { window_hours });
    expect(['2160', '2161'].map(health)).toEqual([true, false]);
    const search = (page: string) => takes(searchDeliveryEvents.input, { page });
    expect(['1000000', '1000001'].map(search)).toEqual([true, false]);
  });

  it('are those of a search for a phone number', () => {
    expect([searchTermOf('12')?.digits, searchTermOf('123')?.digits]).toEqual([[], ['123']]);
    const found = ['8888-7777', '888-7777'].map((end) => matches('', digitsOf(end), searchTermOf('+55 11 8888-7777')));
    expect(found).toEqual([true, false]);
  });

  it('are those of a session in the portal, on both stages', () => {
    expect(staging.members.idTokenHours).toBe(production.members.idTokenHours);
    expect(staging.members.sessionHours).toBe(production.members.sessionHours);
  });
});

describe('the times of templates and reports', () => {
  const now = Date.parse('2026-05-01T10:00:00Z');
  const minute = 60_000;
  const decided = (age: number, force: boolean) => decideRefresh({ startedAt: now - age, isOpen: false }, force, now);

  it('are those of a refresh', () => {
    expect([decided(10 * minute - 1, false), decided(10 * minute, false)]).toEqual(['fresh', 'start']);
    expect(decided(minute, true)).toBe('start');
    expect(() => decided(minute - 1, true)).toThrow('once a minute');
  });

  it('are those of the schedule', () => {
    const gaps = ['a', 'b', 'c', 'd'].map((id) => (nextPassAt(id, now) - now) / (3 * 60 * minute));
    for (const gap of gaps) expect(Math.abs(gap - 1)).toBeLessThanOrEqual(0.1);
  });

  it('are those of a reported status', () => {
    const at = (time: number) => () => occurredAt({ occurred_at: time / 1000 }, now);
    for (const time of [now - 90 * day, now + day]) expect(at(time)()).toBe(time);
    for (const time of [now - 90 * day - 1000, now + day + 1000]) expect(at(time)).toThrow();
  });
});

describe('the verdict on delivery', () => {
  const judged = (failed: number, byRecipient = 0, of = 100) =>
    verdictOf({ messages: of, delivered: of - failed, read: 0, failed, failedByRecipient: byRecipient });

  it('has the bounds that the page names', () => {
    expect([judged(5), judged(6), judged(15), judged(16)]).toEqual(['healthy', 'degraded', 'degraded', 'critical']);
    expect([judged(0, 0, 19), judged(0, 0, 20)]).toEqual(['insufficient_data', 'healthy']);
  });

  it('leaves out the errors that the page marks, and no other', () => {
    const rows = rowsOf('partners/delivery-errors.md').filter((row) => row.length === 4 && /^`\d/.test(row[0] ?? ''));
    expect(rows.length).toBeGreaterThan(10);
    for (const [codes = '', , , isHeld] of rows) {
      for (const code of namesIn(codes)) expect([code, isRecipientCaused(code)]).toEqual([code, isHeld === 'no']);
    }
  });
});

describe('the bounds of sizes', () => {
  const takes = (input: { safeParse: (value: unknown) => { success: boolean } }, value: object) =>
    input.safeParse(value).success;
  const named = { external_customer_id: 'a', customer_name: 'Aurora' };

  it('are those of metadata', () => {
    const metadata = (bytes: number) => ({ ...named, metadata: { a: 'x'.repeat(bytes - '{"a":""}'.length) } });
    expect([8192, 8193].map((bytes) => takes(upsertCustomer.input, metadata(bytes)))).toEqual([true, false]);
  });

  it('are those of a hash', () => {
    const hash = (length: number) => ({
      phone_number_id: '1',
      status: 'sent',
      recipient_hash: 'a'.repeat(length),
    });
    expect([63, 64, 65].map((length) => takes(reportMessageStatus.input, hash(length)))).toEqual([false, true, false]);
  });
});

describe('the table of errors', () => {
  const rows = rowsOf('partners/errors.md').filter(([status = '']) => /^\d/.test(status));
  const isCode = (name: string): name is ErrorCode => name in statusOfCode;

  it('has the statuses of the service, and no other', () => {
    const named = new Set(rows.flatMap(([status = '']) => status.match(/\d{3}/g) ?? []));
    for (const status of new Set(Object.values(statusOfCode))) expect(named).toContain(String(status));
    for (const status of named) expect(statuses).toContain(status);
  });

  it('says "yes" for each 409 whose response is not stored', () => {
    const answers = rows.flatMap(([status = '', , again = '']) =>
      status.startsWith('409') ? namesIn(status).map((code) => [code, again.startsWith('yes')] as const) : [],
    );
    for (const [code] of answers) expect(isCode(code) && statusOfCode[code]).toBe(409);
    const transient = Object.keys(statusOfCode)
      .filter(isCode)
      .filter((code) => statusOfCode[code] === 409 && code !== 'idempotency_key_reused')
      .filter((code) => code !== 'invalid_state' && !new ServiceError(code, '').isFinal);
    expect(
      answers
        .filter(([, again]) => again)
        .map(([code]) => code)
        .toSorted(),
    ).toEqual(transient.toSorted());
  });
});

describe('the tables of states', () => {
  it('has every status of an instance', () => {
    const named = rowsOf('partners/lines.md').flatMap(([status = '']) => namesIn(status));
    expect(named.filter((name) => name !== 'status').toSorted()).toEqual([...instanceStatuses].toSorted());
  });

  it('names the statuses that are reconnected', () => {
    const [, sentence = ''] = /(A [^.]*) line accepts only `mode: reconnect`/.exec(textOf('partners/lines.md')) ?? [];
    expect(namesIn(sentence)).toEqual([...connectedStatuses]);
  });

  it('has the page of another browser with its status', () => {
    expect(otherBrowserPage('en').status).toBe(400);
  });
});
