import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import {
  areDone,
  fails,
  isEstablished,
  openStep,
  placeOf,
  stepPages,
  stepsOf,
  type GuideFacts,
  type Step,
} from '../../portal/src/pages/first-steps/steps.ts';

const nothing: GuideFacts = {
  keys: [],
  endpoint: undefined,
  customers: 0,
  connected: 0,
  line: null,
  health: { messages: 0, rates: { delivered: null, read: null, failed: null }, top_errors: [] },
};
const used = { keys: [{ status: 'active', last_used_day: '2026-03-01' }] } as const;
const well = {
  enabled: true,
  health: 'healthy',
  failing_since: null,
  platform_verify_token_configured: true,
} as const;
const error = { code: 131_026, title: 'Message undeliverable', count: 1 };
const sent = { messages: 1, rates: { delivered: 0, read: 0, failed: 0 }, top_errors: [] };
// As the service judges a message of which it knows only that it was read.
const arrived = { ...sent, rates: { ...sent.rates, delivered: 1, read: 1 } };
const line = { id: 'l-1', status: 'awaiting_connection' } as const;

/** What has become of a partner, in the order in which it does, and the step that is open then. */
const way: readonly (readonly [string, Partial<GuideFacts>, Step['lack']])[] = [
  ['nothing', {}, 'noKey'],
  ['a revoked key', { keys: [{ status: 'revoked', last_used_day: '2026-03-01' }] }, 'noKey'],
  ['a key', { keys: [{ status: 'active', last_used_day: null }] }, 'keyUnused'],
  ['a key that was used', used, 'noEndpoint'],
  ['an endpoint without a token', { endpoint: { ...well, platform_verify_token_configured: false } }, 'noToken'],
  ['an endpoint that fails', { endpoint: { ...well, failing_since: '2026-03-01T10:00:00Z' } }, 'endpointFails'],
  ['an endpoint that is disabled', { endpoint: { ...well, enabled: false } }, 'endpointFails'],
  ['an endpoint', { endpoint: well }, 'noCustomer'],
  ['a customer', { customers: 1 }, 'noLine'],
  ['a line that waits', { line }, 'lineWaits'],
  ['a line that was lost', { line: { ...line, status: 'reconnect_required' } }, 'lineLost'],
  ['a connected line', { connected: 1 }, 'noMessage'],
  ['a message that was sent', { health: sent }, 'messageSent'],
  ['a message that failed', { health: { ...sent, top_errors: [error] } }, 'messageFailed'],
  ['a message that was delivered', { health: arrived }, null],
];

const lackOfOpen = (facts: GuideFacts): Step['lack'] => {
  const steps = stepsOf(facts);
  return steps.find(({ id }) => id === openStep(steps))?.lack ?? null;
};

describe('the first steps', () => {
  test.each(way.map(([name, , lack], at) => [name, at, lack] as const))('with %s', (_, at, lack) => {
    const facts = way.slice(0, at + 1).reduce<GuideFacts>((before, [, now]) => ({ ...before, ...now }), nothing);
    expect(lackOfOpen(facts)).toBe(lack);
  });

  test('do not wait for what the member’s role does not see', () => {
    const seen = { ...nothing, keys: null, endpoint: null, customers: 1, connected: 1 };
    expect(openStep(stepsOf(seen))).toBe('message');
    expect(openStep(stepsOf({ ...seen, health: null }))).toBeNull();
  });

  test('are not done as long as one is not seen', () => {
    const done = { ...nothing, ...used, endpoint: well, customers: 1, connected: 1, health: arrived };
    expect(areDone(stepsOf(done))).toBe(true);
    expect(areDone(stepsOf({ ...done, keys: null }))).toBe(false);
  });

  test('are not shown first to a partner whose messages arrive, whatever fails now', () => {
    expect(isEstablished(stepsOf({ ...nothing, health: arrived }))).toBe(true);
    expect(isEstablished(stepsOf({ ...nothing, health: sent }))).toBe(false);
    expect(
      isEstablished(stepsOf({ ...nothing, ...used, endpoint: null, customers: 1, connected: 1, health: null })),
    ).toBe(true);
  });

  test('name what does not work', () => {
    const failing = { ...nothing, endpoint: { ...well, enabled: false } };
    expect(stepsOf(failing).filter(fails)).toEqual([{ id: 'endpoint', lack: 'endpointFails' }]);
  });

  test('lead to the line that is not connected, or to a new one', () => {
    expect(placeOf({ id: 'line', lack: 'lineWaits' }, line)).toBe('/lines/l-1');
    expect(placeOf({ id: 'line', lack: 'noLine' }, null)).toBe('/lines/new');
  });

  test.each(Object.values(stepPages))('are explained by %s of the documentation', (page) => {
    expect(existsSync(path.join(import.meta.dirname, `../../docs/partners/${page}.md`))).toBe(true);
  });
});
