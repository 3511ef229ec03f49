import { describe, expect, it } from '@jest/globals';
import { routes } from '../../lambdas/api/routes.ts';
import {
  mayCall,
  readScopes,
  roles,
  scopes,
  type Caller,
  type KeyScope,
  type Role,
  type Scope,
} from '../../lambdas/domain/access.ts';
import { sceneOf } from '../../tools/scenes/scenes.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { countEffects, probeRoutes } from './probes.ts';
import { errorOf, verdictOf } from './replies.ts';
import type { TestService } from '../../tools/harness/service.ts';
import { withService } from './suite-service.ts';

const probes = probeRoutes();
let table: TestTable;
let service: TestService;
withService({ probes: probes.routes }, (...started) => {
  [service, table] = started;
});

const reports = new Set([
  'report-partner-message-status',
  'report-partner-message-delivery-failure',
  'report-partner-message-statuses',
]);

/** Roles of a route whose members need more than the scope. */
const rolesOfRoute: Readonly<Record<string, readonly Role[]>> = { 'rotate-partner-webhook-secret': ['owner', 'admin'] };

const rolesOfScope: Readonly<Record<Scope, readonly Role[]>> = {
  'customers.read': ['owner', 'admin', 'developer', 'support', 'viewer'],
  'customers.write': ['owner', 'admin', 'developer'],
  'instances.read': ['owner', 'admin', 'developer', 'support', 'viewer'],
  'instances.write': ['owner', 'admin', 'developer'],
  'webhook.read': ['owner', 'admin', 'developer', 'support'],
  'webhook.write': ['owner', 'admin', 'developer'],
  'templates.read': ['owner', 'admin', 'developer', 'support', 'viewer'],
  'templates.write': ['owner', 'admin', 'developer'],
  'platform_risk.read': ['owner', 'admin', 'developer', 'support', 'viewer'],
  'usage.read': ['owner', 'admin', 'developer', 'support', 'viewer'],
  'platform_token.reveal': ['owner', 'admin'],
  'team.write': ['owner', 'admin'],
  'keys.write': ['owner', 'admin'],
};

const terms = { limits: {}, sizes: [], isIndexed: false };
const keyWith = (allowed: readonly KeyScope[]): Caller => ({
  kind: 'key',
  partnerId: 'p',
  terms,
  keyId: 'k',
  scopes: new Set(allowed),
});
const memberAs = (role: Role): Caller => ({ kind: 'member', partnerId: 'p', terms, memberId: 'm', role });

const heldBy = ({ scopes: held }: Extract<Caller, { kind: 'key' }>): readonly string[] => Array.from(held);

const expectedFor = (route: string, caller: Caller): string => {
  const need = sceneOf(route).scope;
  if (need === 'member') return caller.kind === 'member' ? 'allowed' : 'forbidden_role';
  if (caller.kind === 'key' && (need === 'team.write' || need === 'keys.write')) return 'forbidden_role';
  if (caller.kind === 'key') return heldBy(caller).includes(need) ? 'allowed' : 'forbidden_scope';
  if ((rolesOfRoute[route] ?? rolesOfScope[need]).includes(caller.role)) return 'allowed';
  return reports.has(route) ? 'delivery_report_forbidden' : 'forbidden_role';
};

describe('every route', () => {
  const callers: readonly (readonly [string, Caller])[] = [
    ...scopes.map((scope) => [`a key with ${scope} alone`, keyWith([scope])] as const),
    ...scopes.map((scope) => [`a key with all but ${scope}`, keyWith(scopes.filter((it) => it !== scope))] as const),
    ['a key without a scope', keyWith([])],
    ['a key with every scope', keyWith(scopes)],
    ['a key that may only read', keyWith(readScopes)],
    ...roles.map((role) => [`a member as ${role}`, memberAs(role)] as const),
  ];

  it.each(routes.map(({ route, audience }) => [route, audience] as const))(
    '%s has its expected audience',
    (route, audience) => {
      expect('scope' in audience ? audience.scope : 'member').toBe(sceneOf(route).scope);
      const found = callers.map(([who, caller]) => [who, mayCall(audience, caller)]);
      expect(found).toEqual(callers.map(([who, caller]) => [who, expectedFor(route, caller)]));
    },
  );
});

describe('a refusal', () => {
  it('has the scope for a key, the role for a member, and a code of its own on delivery reports', async () => {
    const { readOnlyKey, member } = service.partner;
    const verdict = async (method: string, route: string, bearer: string): Promise<string> =>
      verdictOf(await service.call(method, { bearer, query: { route } }));
    const viewer = await member('viewer');
    expect(await verdict('POST', 'probe', readOnlyKey)).toBe('403 forbidden_scope');
    expect(await verdict('DELETE', 'probe', readOnlyKey)).toBe('403 forbidden_scope');
    expect(await verdict('POST', 'probe', viewer)).toBe('403 forbidden_role');
    expect(await verdict('POST', 'probe-report', viewer)).toBe('403 delivery_report_forbidden');
    expect(await verdict('POST', 'probe-report', await member('support'))).toBe('403 delivery_report_forbidden');
    expect(await verdict('POST', 'probe-report', await member('developer'))).toBe('200');
    expect(await verdict('POST', 'probe-report', readOnlyKey)).toBe('403 forbidden_scope');
    expect(await verdict('GET', 'probe-member', service.partner.apiKey)).toBe('403 forbidden_role');
    expect(await verdict('GET', 'probe-member', viewer)).toBe('200');
    const reply = await service.call('POST', { bearer: readOnlyKey, query: { route: 'probe' } });
    expect(errorOf(reply).message).toContain('customers.write');
  });

  it('precedes validation of the parameters, and the operation does not run', async () => {
    const before = await countEffects(table);
    const reply = await service.call('POST', {
      bearer: service.partner.readOnlyKey,
      body: { route: 'probe-strict', unknown: 1 },
      headers: { 'idempotency-key': 'short' },
    });
    expect(verdictOf(reply)).toBe('403 forbidden_scope');
    expect(await countEffects(table)).toBe(before);
  });
});

describe('partner_id', () => {
  const mismatch = '403 partner_scope_mismatch';
  const malformed = '400 validation_failed';
  const own = (): string => service.partner.partnerId;
  const other = '0190f3c0-0000-7000-8000-000000000001';

  it('in the query must be the caller’s own', async () => {
    const verdict = async (partnerId: string, bearer?: string): Promise<string> =>
      verdictOf(
        await service.call('GET', {
          query: { route: 'list-partner-customers', partner_id: partnerId },
          ...(bearer === undefined ? {} : { bearer }),
        }),
      );
    expect(await verdict(own())).toBe('200');
    expect(await verdict(own().toUpperCase())).toBe('200');
    expect(await verdict(other)).toBe(mismatch);
    expect(await verdict('not-a-uuid')).toBe(malformed);
    expect(await verdict('')).toBe(malformed);
    expect(await verdict(` ${own()} `)).toBe('200');
    expect(await verdict(other, await service.partner.member('owner'))).toBe(mismatch);
  });

  it('in the body follows the same rule, and is refused where additional fields are not allowed', async () => {
    const verdict = async (route: string, body: unknown, query: Record<string, string> = {}): Promise<string> =>
      verdictOf(await service.call('POST', { query: { route, ...query }, body }));
    expect(await verdict('probe', { partner_id: own() })).toBe('200');
    expect(await verdict('probe', { partner_id: other })).toBe(mismatch);
    expect(await verdict('probe', { partner_id: 7 })).toBe(malformed);
    expect(await verdict('probe', { partner_id: [own()] })).toBe(malformed);
    expect(await verdict('probe', { partner_id: own() }, { partner_id: other })).toBe(mismatch);
    expect(await verdict('probe', { partner_id: other }, { partner_id: own() })).toBe(mismatch);
    expect(await verdict('probe-strict', { partner_id: own() })).toBe('400 validation_failed');
    expect(await verdict('probe-strict', { partner_id: other })).toBe(mismatch);
    expect(await verdict('probe-strict', {}, { partner_id: own() })).toBe('200');
  });

  it('never gives access to another partner’s records: their ids are not found', async () => {
    const stranger = await service.newPartner();
    const created = await service.call('POST', {
      body: { route: 'upsert-partner-customer', external_customer_id: 'mine', customer_name: 'Mine' },
    });
    const { customer_id: id } = Object(created.body['customer']) as { customer_id: string };
    const ask = async (query: Record<string, string>): Promise<string> =>
      verdictOf(await service.call('GET', { bearer: stranger.apiKey, query }));
    expect(await ask({ route: 'get-partner-customer', customer_id: id })).toBe('404 not_found');
    expect(await ask({ route: 'get-partner-customer', external_customer_id: 'mine' })).toBe('404 not_found');
    expect(await ask({ route: 'get-partner-customer-history', customer_id: id })).toBe('404 not_found');
    const update = await service.call('PATCH', {
      bearer: stranger.apiKey,
      body: { route: 'update-partner-customer', customer_id: id, changes: { customer_name: 'Theirs' } },
    });
    expect(verdictOf(update)).toBe('404 not_found');
  });
});
