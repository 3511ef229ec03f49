import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { indexRoutes } from '../../lambdas/api/route.ts';
import { routes } from '../../lambdas/api/routes.ts';
import { loadedRoutes } from '../../tools/openapi/loaded-routes.ts';
import { parametersOf } from '../../tools/fuzz/parameter-schema.ts';
import { namedBy } from '../../tools/fuzz/plausible.ts';
import { openStage, type Stage } from '../../tools/fuzz/stage.ts';
import { roles } from '../../lambdas/domain/access.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import type { NamedParameter, PopulatedPartner } from '../../tools/harness/populated-partner.ts';
import { verdictOf } from './replies.ts';
import type { Reply } from '../../tools/harness/service.ts';

let table: TestTable;
let stage: Stage;
let owner: string;
/** Each role, a key with every scope and a key that may only read. */
let callers: readonly string[];
beforeAll(async () => {
  table = await startTestTable();
  stage = await openStage(table, 10_000);
  const { partner } = stage.caller;
  const members: string[] = [];
  for (const role of roles) members.push(await partner.member(role));
  owner = members[roles.indexOf('owner')] ?? '';
  callers = [partner.apiKey, ...members, partner.readOnlyKey];
});
afterAll(async () => {
  await stage.close();
  await table.stop();
});

const index = indexRoutes(routes);

type Given = Readonly<Record<string, unknown>>;

/** What a route needs besides the parameter under test. */
const needed: Readonly<Record<string, (own: PopulatedPartner) => Given>> = {
  'upsert-partner-customer': () => ({ external_customer_id: 'mine', customer_name: 'Mine' }),
  'update-partner-customer': () => ({ changes: { customer_name: 'Mine' } }),
  'merge-partner-customers': ({ names }) => ({
    source_customer_id: names.customer_id[0],
    target_customer_id: names.customer_id[1],
  }),
  'import-partner-customers': () => ({ customers: [{ external_customer_id: 'mine', customer_name: 'Mine' }] }),
  'create-customer-instance': ({ names }) => ({
    partner_customer_id: names.customer_id[0],
    instance_key: `key-${randomUUID()}`,
  }),
  'move-partner-instance-to-customer': ({ names }) => ({
    instance_id: names.instance_id[1],
    target_customer_id: names.customer_id[1],
  }),
  'update-partner-instance-label': () => ({ instance_name: 'Mine' }),
  'validate-partner-webhook-endpoint': () => ({ webhook_url: 'https://partner.example/mine' }),
  'update-partner-webhook-endpoint': () => ({ webhook_url: 'https://partner.example/mine' }),
  'resend-partner-webhook-events': () => ({ since: '2026-01-01' }),
  'send-partner-webhook-test-event': () => ({ type: 'service.ping' }),
  'invite-partner-member': () => ({ email: 'mine@partner.example', role: 'viewer' }),
  'update-partner-member': ({ names }) => ({ member_id: names.member_id[0], role: 'viewer' }),
  'remove-partner-member': ({ names }) => ({ member_id: names.member_id[0] }),
  'issue-partner-api-key': () => ({ scopes: ['customers.read'] }),
  'revoke-partner-api-key': ({ names }) => ({ key_id: names.key_id[0] }),
  'get-partner-platform-template': ({ names }) => ({ template_id: names.template_id[0] }),
  'get-partner-webhook-event': ({ names }) => ({ event_id: names.event_id[0] }),
  'get-partner-webhook-test-event': ({ names }) => ({ event_id: names.event_id.at(-1) }),
  'report-partner-message-status': ({ names }) => ({ phone_number_id: names.phone_number_id[0], status: 'sent' }),
  'report-partner-message-delivery-failure': ({ names }) => ({
    phone_number_id: names.phone_number_id[0],
    status: 'failed',
  }),
  'report-partner-message-statuses': ({ names }) => ({
    reports: [{ phone_number_id: names.phone_number_id[0], status: 'read' }],
  }),
};

/** What a parameter names in a partner's own call, where not every record of its kind will do. */
const fitting: Readonly<Record<string, (own: PopulatedPartner) => string | undefined>> = {
  // Only a merged customer has a merge.
  'get-partner-merge': ({ names }) => names.customer_id[2],
  'get-partner-webhook-test-event': ({ names }) => names.event_id.at(-1),
};

/** Selectors of the same kind must not be combined with the one under test. */
const rivals: Readonly<Record<string, readonly string[]>> = {
  customer_id: ['partner_customer_id', 'external_customer_id'],
  external_customer_id: ['partner_customer_id', 'customer_id'],
  template_name: ['template_id'],
  event_id: ['since'],
};

const ask = (
  route: string,
  method: string,
  parameters: Given,
  bearer: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Reply> => {
  if (method !== 'GET') return stage.service.call(method, { query, body: { route, ...parameters }, bearer });
  const asked = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return stage.service.call('GET', { query: { route, ...Object.fromEntries(asked), ...query }, bearer });
};

/** The request with a value for a parameter, and everything else that it needs. */
const withParameter = (route: string, own: PopulatedPartner, parameter: string, value: string): Given => {
  const rest = Object.entries(needed[route]?.(own) ?? {}).filter(([name]) => !rivals[parameter]?.includes(name));
  const ofNames = route === 'list-partner-template-names';
  const language = parameter === 'template_name' && !ofNames ? { language: 'de' } : {};
  return { ...Object.fromEntries(rest), ...language, [parameter]: value };
};

interface Asked {
  readonly route: string;
  readonly method: string;
  readonly parameter: string;
  readonly names: NamedParameter;
}

/** Every way to name a record to a route. */
const everyName = loadedRoutes.flatMap((row) =>
  parametersOf(row).flatMap(({ name }) => {
    const named = namedBy(name);
    if (named === undefined) return [];
    return row.methods.map((method): Asked => ({ route: row.route, method, parameter: name, names: named }));
  }),
);

/** Names that each partner chooses for itself: two partners may choose the same one. */
const chosen: ReadonlySet<NamedParameter> = new Set<NamedParameter>(['external_customer_id', 'instance_key']);
const missing = (names: NamedParameter): string =>
  names.endsWith('_id') && !/waba|phone|template/.test(names) ? randomUUID() : `no-${randomUUID()}`;

/** The answer without what differs in each call. */
const sameOf = (reply: Reply, value: string): string =>
  `${reply.status} ${reply.text.replaceAll(value, 'NAME').replaceAll(/[0-9a-f-]{36}|\d{4}-[-\dT:.]+Z/g, 'OWN')}`;

/** Names that the caller chose itself: it may have a record of that name. */
const said = new Set<string>();

const namesOfVictim = ({ text }: Reply): readonly string[] =>
  [stage.victim.secret, ...Object.values(stage.victim.names).flat()].filter(
    (one) => !said.has(one) && text.includes(one),
  );

describe('the name of another partner’s record', () => {
  it('is a parameter of a route in every way that the route table has', () => {
    expect(everyName.length).toBeGreaterThan(60);
    for (const name of Object.keys(needed)) expect(index.has(name)).toBe(true);
  });

  it('is answered like an unknown name, for every caller, and changes nothing', async () => {
    const before = await stage.victimItems();
    expect(before.length).toBeGreaterThan(40);
    for (const { route, method, parameter, names } of everyName) {
      for (const [at, value] of stage.victim.names[names].entries()) {
        said.add(value);
        // The callers name the records in turn, and all of them the first.
        for (const bearer of callers.filter((_, turn) => at === 0 || at % callers.length === turn)) {
          const foreign = await ask(route, method, withParameter(route, stage.caller, parameter, value), bearer);
          const where = [method, route, parameter, foreign.text];
          expect([...where, namesOfVictim(foreign)]).toEqual([...where, []]);
          expect([...where, foreign.status < 500]).toEqual([...where, true]);
          if (chosen.has(names)) continue;
          const nothing = missing(names);
          const absent = await ask(route, method, withParameter(route, stage.caller, parameter, nothing), bearer);
          expect([...where.slice(0, 3), sameOf(foreign, value)]).toEqual([
            ...where.slice(0, 3),
            sameOf(absent, nothing),
          ]);
        }
      }
    }
    expect(await stage.victimItems()).toEqual(before);
  });

  it('is refused where it would name the partner itself', async () => {
    const [partnerId = ''] = stage.victim.names.partner_id;
    for (const { route, methods } of routes) {
      for (const method of methods) {
        const given = needed[route]?.(stage.caller) ?? {};
        const inQuery = await ask(route, method, given, owner, { partner_id: partnerId });
        expect([route, verdictOf(inQuery)]).toEqual([route, '403 partner_scope_mismatch']);
        const inBody = await ask(route, method, { ...given, partner_id: partnerId }, owner);
        expect([route, verdictOf(inBody)]).toEqual([route, '403 partner_scope_mismatch']);
      }
    }
  });

  it('is accepted from that partner itself', async () => {
    const { partner, names } = stage.victim;
    for (const { route, method, parameter, names: named } of everyName) {
      if (method !== 'GET') continue;
      const value = fitting[route]?.(stage.victim) ?? names[named][0] ?? '';
      const reply = await ask(route, method, withParameter(route, stage.victim, parameter, value), partner.apiKey);
      expect([route, parameter, reply.text, reply.status]).toEqual([route, parameter, reply.text, 200]);
    }
  });
});
