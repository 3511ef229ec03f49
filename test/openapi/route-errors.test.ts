import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { description } from '../../tools/harness/description.ts';
import { sceneOf } from '../../tools/scenes/scenes.ts';
import { loadedRoutes, type LoadedRoute } from '../../tools/openapi/loaded-routes.ts';
import { roles } from '../../lambdas/domain/access.ts';
import { startService, type Asked, type TestPartner, type TestService } from '../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
let service: TestService;
let partner: TestPartner;
/** A member of each role. */
let bearers: readonly string[];

beforeAll(async () => {
  table = await startTestTable();
  service = await startService(table, { rateScale: 10_000 });
  partner = await service.newPartner();
  bearers = await Promise.all(roles.map(partner.member));
});
afterAll(() => table.stop());

const other = '01890a5d-ac96-774b-bcce-b302099a8057';
const code = z.object({ error: z.object({ code: z.string() }) });

const codeOf = async (method: string, asked: Asked): Promise<string | null> =>
  code.safeParse((await service.call(method, asked)).body).data?.error.code ?? null;

/** The errors of callers and of the envelope, which a call can cause without any record. */
const caused: ReadonlySet<string> = new Set([
  'unauthenticated',
  'forbidden_scope',
  'forbidden_role',
  'delivery_report_forbidden',
  'partner_scope_mismatch',
  'validation_failed',
  'invalid_json',
  'route_mismatch',
  'unsupported_media_type',
]);

/** Calls by which a route gives all of those that it can. */
const callsOf = ({ route, methods: [method] }: LoadedRoute): readonly Asked[] => {
  const bearer = bearers[0] ?? '';
  const { request } = sceneOf(route).example;
  const right = (more: object = {}): Asked => {
    if (method !== 'GET') return { bearer, body: { route, ...request, ...more } };
    const given: Readonly<Record<string, unknown>> = { route, ...request, ...more };
    const texts = Object.entries(given).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return { bearer, query: Object.fromEntries(texts) };
  };
  const named = (partnerId: string): Asked => {
    const asked = right();
    const query = typeof asked.query === 'object' ? asked.query : {};
    return { ...asked, query: { ...query, partner_id: partnerId } };
  };
  // A member that names its own partner could leave it.
  const own = 'partner_id' in request ? { partner_id: partner.partnerId } : {};
  const callers = [
    ...bearers.map((one) => ({ ...right(), bearer: one })),
    ...[partner.apiKey, partner.readOnlyKey].map((one) => ({ ...right(own), bearer: one })),
  ];
  const always = [{ ...right(), apikey: null }, named(other), named('x'), ...callers];
  if (method === 'GET') return always;
  return [
    ...always,
    { bearer, query: { route }, body: '{' },
    { bearer, query: { route: `${route}-x` }, body: { route } },
    { ...right(), headers: { 'content-type': 'text/plain' } },
  ];
};

const declaredBy = (route: string): readonly string[] =>
  Object.values(description['x-routes'][route]?.errors ?? {}).flat();

describe('the errors that OpenAPI has for a route', () => {
  it.each(loadedRoutes.map((row) => [row.route, row] as const))(
    'are those that its callers get: %s',
    async (route, row) => {
      const given = new Set<string>();
      for (const asked of callsOf(row)) {
        const found = await codeOf(row.methods[0], asked);
        if (found !== null) given.add(found);
      }
      // Only a key that lacks the scope of the route gets this, and a partner has two keys.
      if (row.audience.kind === 'partner' || row.audience.kind === 'delivery-report') given.add('forbidden_scope');
      const declared = declaredBy(route).filter((name) => caused.has(name));
      expect([...given].filter((name) => declaredBy(route).includes(name))).toEqual([...given]);
      expect(declared.filter((name) => !given.has(name))).toEqual([]);
    },
  );

  it('name 413 of a query only where it answers pages', () => {
    for (const { route, methods } of loadedRoutes) {
      if (!methods.includes('GET')) continue;
      const request = description['x-routes'][route]?.request.$ref.split('/').at(-1) ?? '';
      const isPaged = JSON.stringify(description.components.schemas[request]).includes('"page_size"');
      expect([route, declaredBy(route).includes('payload_too_large')]).toEqual([route, isPaged]);
    }
  });

  it('differ between routes of one method', () => {
    expect(declaredBy('list-partner-customers')).not.toContain('not_found');
    expect(declaredBy('list-partner-customers')).not.toContain('forbidden_role');
    expect(declaredBy('list-partner-api-keys')).not.toContain('forbidden_scope');
    expect(declaredBy('update-partner-webhook-endpoint')).toContain('webhook_validation_failed');
    expect(declaredBy('validate-partner-webhook-endpoint')).not.toContain('webhook_validation_failed');
    expect(declaredBy('create-customer-instance')).toEqual(
      expect.arrayContaining(['slot_limit_reached', 'instance_key_taken', 'customer_merged']),
    );
  });
});
