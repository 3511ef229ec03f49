import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { languages } from '../../lambdas/connect/page/language.ts';
import { answerDue, type ConnectSession } from '../../lambdas/domain/connect-session.ts';
import type { ConnectFailureCode } from '../../lambdas/kernel/errors.ts';
import { isAskedAbout, nextRoundAt } from '../../lambdas/domain/instance-watch.ts';
import { newInstance, type Instance } from '../../lambdas/domain/instance.ts';
import { coexistences, launches } from '../../lambdas/domain/sign-up.ts';
import { day, isoOf } from '../../lambdas/kernel/time.ts';
import { expiryWarningOf } from '../../lambdas/domain/token-expiry.ts';
import { neededFields, neededPermissions } from '../../operator/platform-app/fields.ts';

const textOf = (page: string): string => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');

const hour = 60 * 60_000;

/** Each reason why a connection can't be made. The compiler names one that is missing. */
const reasons: Readonly<Record<ConnectFailureCode, true>> = {
  waba_not_shared: true,
  number_missing: true,
  number_taken: true,
  number_not_verified: true,
  reconnect_mismatch: true,
  choice_missing: true,
  pin_missing: true,
  pin_wrong: true,
  pin_locked: true,
  registration_limit: true,
  webhook_endpoint_missing: true,
  endpoint_unreachable: true,
  account_restricted: true,
  too_many_attempts: true,
};

test('the page on errors has every reason why a session fails', () => {
  const rows = Array.from(textOf('partners/errors.md').matchAll(/^\| `([a-z_]+)` \|/gm), ([, code]) => code);
  expect(Object.keys(reasons).filter((code) => !rows.includes(code))).toEqual([]);
});

test('the changelog has the number of languages', () => {
  expect([languages.length, textOf('partners/changelog.md').includes('speak six languages')]).toEqual([6, true]);
});

describe('the times of lines', () => {
  const now = Date.parse('2026-11-01T10:00:00.000Z');

  const line = (changes: Partial<Instance>): Instance => ({
    ...newInstance({ id: 'i', instance_key: 'k', partner_customer_id: 'c', instance_name: null, metadata: {} }, now),
    ...changes,
  });

  test('are those of an answer of the customer', () => {
    const session: ConnectSession = {
      id: 's',
      instance_id: 'i',
      mode: 'connect',
      status: 'in_progress',
      error: null,
      expires_at: isoOf(now),
    };
    expect(answerDue(session, now) - now).toBe(15 * 60_000);
    expect(answerDue({ ...session, expires_at: isoOf(now + day) }, now)).toBe(now + day);
  });

  test('are those of the rounds', () => {
    expect(nextRoundAt('a', now) - now).toBeLessThanOrEqual(6 * hour);
  });

  test('are those of the tries of a lost token', () => {
    const lostFor = (lost: number, tried: number): Instance => {
      const error = { code: 'token_invalid_190', message: '', at: isoOf(now - lost) };
      return line({
        status: 'reconnect_required',
        connection: { connected_at: null, token_expires_at: null, last_error: error },
        access: { doubt: null, taken: false, tried_at: isoOf(now - tried) },
      });
    };
    expect(isAskedAbout(lostFor(6 * day, 6 * hour), now, now)).toBe(true);
    expect(isAskedAbout(lostFor(8 * day, 6 * hour), now, now)).toBe(false);
    expect(isAskedAbout(lostFor(8 * day, day), now, now)).toBe(true);
  });

  test('are those of the warnings before a token expires', () => {
    const before = (days: number): number | undefined =>
      expiryWarningOf(
        line({
          status: 'connected',
          connection: { connected_at: null, token_expires_at: isoOf(now + days * day), last_error: null },
        }),
        now,
      )?.days_before;
    expect([14.1, 14, 7, 1].map(before)).toEqual([undefined, 14, 7, 1]);
  });
});

describe('the page on deploying', () => {
  const page = textOf('operations/deploying.md');

  test('names every field of the webhook that a stage needs, and every permission', () => {
    const wanted = [...Object.keys(neededFields('on')), ...neededPermissions];
    expect(wanted.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('names every way to sign up', () => {
    const values = [...launches.map((value) => `launch: '${value}'`), ...coexistences.map((value) => `'${value}'`)];
    expect(values.filter((value) => !page.includes(value))).toEqual([]);
  });
});
