import { describe, expect, it } from '@jest/globals';
import { diagnose } from '../../operator/doctor/diagnose.ts';
import type { Facts } from '../../operator/doctor/facts.ts';
import { readLogSummary, type LogSummary } from '../../operator/doctor/log-summary.ts';
import { Failure } from '../../operator/failure.ts';
import type { Logs } from '../../operator/logs.ts';
import { neededFields, neededPermissions } from '../../operator/platform-app/fields.ts';

const id = '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80';
const at = '2026-07-14T12:00:00.000Z';
const hourAgo = '2026-07-14T11:00:00.000Z';
const nobody = { total: 0, ids: [] };
const none = { count: 0, more: false, oldest: null };
const key = { key_id: 'k1', expires_at: null, revoked_at: null, last_used_day: null };

const app: NonNullable<Facts['app']> = {
  app_id: '1',
  callback_url: 'https://api.example/platform/callback',
  sign_up: { config_id: '2', coexistence: 'off' },
  name: 'Acme Messaging',
  webhook: {
    callback_url: 'https://api.example/platform/callback',
    active: true,
    fields: Object.keys(neededFields('off')),
  },
  permissions: neededPermissions.map((permission) => ({ permission, status: 'live' })),
  graph: { version: 'v26.0', served: 'v26.0' },
  unread: [],
};

const withGraph = (version: string, served: string | null): Facts['app'] => ({ ...app, graph: { version, served } });

const well: Facts = {
  at,
  partner: { partner_id: id, name: 'Acme', status: 'active', updated_at: hourAgo },
  keys: [key],
  valid_publishable_keys: 1,
  endpoint: { health: { state: 'healthy' }, pace: 'fast' },
  events: { parked: none, undelivered: none },
  migration: { migration_id: 'm1', status: 'completed', total: 3, failed: 0 },
  syncs: [
    { sync_id: 's1', waba_id: 'w1', status: 'succeeded', error_code: null, started_at: hourAgo, synced_at: hourAgo },
  ],
  limits: [{ rate_class: 'reads', rate: 100, burst: 400, set_by: 'stage', free: 400, free_at: null }],
  slots: { limit: 10, taken: 7 },
  instances: { reconnect_required: nobody, deactivation_failed: nobody, degraded: nobody },
  failed_erasures: nobody,
  dead_letters: none,
  usage: { first_day: '2026-07-01', late_day: null },
  app,
};
const quiet: LogSummary = {
  limited: [],
  failed: { count: 0, last: null, request_ids: [] },
  attempts: [],
  unread: null,
};
const found = (facts: Partial<Facts>, logs: Partial<LogSummary> = {}) =>
  diagnose({ ...well, ...facts }, { ...quiet, ...logs });
const paused = { state: 'paused', since: hourAgo, failures: 10, probe_at: '2026-07-14T12:20:00.000Z' } as const;
const two = { total: 2, ids: ['i1', 'i2'] };
const [sync] = well.syncs;

describe('the problems of a partner', () => {
  it('is nothing when all is well', () => {
    expect(found({})).toEqual([]);
  });

  const cases: readonly (readonly [string, string, Partial<Facts>, Partial<LogSummary>])[] = [
    ['a suspension', 'partner_suspended', { partner: { ...well.partner, status: 'suspended' } }, {}],
    ['no publishable key', 'no_publishable_key', { valid_publishable_keys: 0 }, {}],
    ['no key', 'no_key', { keys: [{ ...key, revoked_at: hourAgo }] }, {}],
    ['an expired key', 'key_expired', { keys: [{ ...key, expires_at: hourAgo }] }, {}],
    ['a key that ends', 'key_expires_soon', { keys: [{ ...key, expires_at: '2026-07-20T00:00:00.000Z' }] }, {}],
    [
      'a failing endpoint',
      'endpoint_failing',
      { endpoint: { health: { state: 'failing', since: hourAgo, failures: 3 }, pace: 'fast' } },
      {},
    ],
    ['a paused endpoint', 'endpoint_paused', { endpoint: { health: paused, pace: 'fast' } }, {}],
    [
      'a disabled endpoint',
      'endpoint_disabled',
      { endpoint: { health: { state: 'disabled', since: hourAgo, reason: 'gone' }, pace: 'fast' } },
      {},
    ],
    ['a slow endpoint', 'endpoint_slow', { endpoint: { health: { state: 'healthy' }, pace: 'slow' } }, {}],
    ['no endpoint', 'no_endpoint', { endpoint: null, migration: null }, {}],
    [
      'events that wait',
      'events_waiting',
      { events: { parked: { count: 2, more: false, oldest: hourAgo }, undelivered: none } },
      {},
    ],
    [
      'events that were not delivered',
      'events_undelivered',
      { events: { parked: none, undelivered: { count: 1, more: false, oldest: hourAgo } } },
      {},
    ],
    [
      'a failed migration',
      'migration_failed',
      { migration: { migration_id: 'm1', status: 'partial', total: 3, failed: 1 } },
      {},
    ],
    ['lost tokens', 'reconnect_required', { instances: { ...well.instances, reconnect_required: two } }, {}],
    ['failed removals', 'deactivation_failed', { instances: { ...well.instances, deactivation_failed: two } }, {}],
    ['degraded instances', 'degraded', { instances: { ...well.instances, degraded: two } }, {}],
    ['failed erasures', 'erasure_failed', { failed_erasures: two }, {}],
    [
      'a failed sync',
      'sync_failed',
      { syncs: sync === undefined ? [] : [{ ...sync, status: 'failed', error_code: 'transient' }] },
      {},
    ],
    ['a full slot limit', 'slot_limit_reached', { slots: { limit: 7, taken: 7 } }, {}],
    ['a slot limit that is nearly full', 'slots_nearly_taken', { slots: { limit: 10, taken: 8 } }, {}],
    ['refused calls', 'rate_limited', {}, { limited: [{ route: 'r', count: 3, last: hourAgo }] }],
    ['failed calls', 'calls_failed', {}, { failed: { count: 3, last: hourAgo, request_ids: [id] } }],
    ['dead letters', 'dead_letters', { dead_letters: { count: 1, more: false, oldest: hourAgo } }, {}],
    ['usage that has not begun', 'usage_not_begun', { usage: { first_day: null, late_day: null } }, {}],
    [
      'usage that is not closed',
      'usage_not_closed',
      { usage: { first_day: '2026-05-01', late_day: '2026-07-01' } },
      {},
    ],
    ['a stage without an app', 'no_platform_app', { app: null }, {}],
    ['an app without a webhook', 'app_webhook_missing', { app: { ...app, webhook: null } }, {}],
    ['a version that is replaced', 'graph_version_replaced', { app: withGraph('v26.0', 'v27.0') }, {}],
    [
      'a version that has ended',
      'graph_version_ended',
      { app: withGraph('v20.0', null), at: '2026-09-24T00:00:00Z' },
      {},
    ],
    ['a version that ends soon', 'graph_version_ending', { app: withGraph('v20.0', 'v20.0') }, {}],
    ['a version of a later checkout', 'graph_version_unknown', { app: withGraph('v99.0', 'v99.0') }, {}],
    ['logs that cannot be read', 'logs_unread', {}, { unread: 'AccessDenied' }],
  ];

  it.each(cases)('%s: it is found, named, and has a cure', (_, code, facts, logs) => {
    const findings = found(facts, logs);
    expect(findings.map((it) => it.code)).toEqual([code]);
    expect(findings[0]?.cures.length).toBeGreaterThan(0);
  });

  it('comes with the worst first', () => {
    const findings = found(
      {
        slots: { limit: 10, taken: 8 },
        partner: { ...well.partner, status: 'suspended' },
        dead_letters: { count: 1, more: false, oldest: at },
      },
      { unread: 'AccessDenied' },
    );
    expect(findings.map(({ severity }) => severity)).toEqual(['problem', 'problem', 'warning', 'note']);
  });

  it('says what a failing endpoint answers', () => {
    const [failing] = found(
      { endpoint: { health: paused, pace: 'fast' } },
      { attempts: [{ answer: '503', count: 4 }] },
    );
    expect(failing?.what).toContain('In the last hour: 503 ×4.');
  });

  it('is no problem of a key when another one works, and none of a key that ended long ago', () => {
    expect(found({ keys: [key, { ...key, key_id: 'k2', expires_at: hourAgo }] })).toMatchObject([
      { code: 'key_expired', severity: 'warning' },
    ]);
    expect(found({ keys: [key, { ...key, key_id: 'k2', expires_at: '2026-01-01T00:00:00.000Z' }] })).toEqual([]);
  });
});

describe('what the logs tell', () => {
  const line = (fields: Record<string, unknown>) => ({ at, fields });
  const saying = (...lines: ReturnType<typeof line>[]): Logs => ({ find: () => Promise.resolve(lines) });

  it('is summed up by route and by answer, the most first', async () => {
    const limited = (route: string) => line({ route, calls_limited: 1 });
    const logs = saying(
      limited('a'),
      limited('b'),
      limited('b'),
      line({ attempts_failed: 1, status: 500 }),
      line({ attempts_failed: 1, status: null }),
      line({ calls_failed: 1, request_id: id }),
    );
    expect(await readLogSummary(logs, id, Date.parse(at), ['calls_limited'])).toEqual({
      limited: [
        { route: 'b', count: 2, last: at },
        { route: 'a', count: 1, last: at },
      ],
      failed: { count: 1, last: at, request_ids: [id] },
      attempts: [
        { answer: '500', count: 1 },
        { answer: 'no answer', count: 1 },
      ],
      unread: null,
    });
  });

  it('may be missing: the findings of the table are shown all the same', async () => {
    const logs: Logs = { find: () => Promise.reject(new Failure('unreachable', 'unreachable', 'no policy')) };
    expect(await readLogSummary(logs, id, Date.parse(at), ['calls_limited'])).toEqual({
      ...quiet,
      unread: 'no policy',
    });
  });
});
