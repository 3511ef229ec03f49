import * as z from 'zod';
import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import { isForThemselves, roles, rolesOf, type Audience } from '../../lambdas/domain/access.ts';
import { rateClasses, rateLimits } from '../../lambdas/domain/rate.ts';
import { code, codes, generatedNote, page, table } from './markdown.ts';
import type { RouteSummary } from './summaries.ts';

const callersOf = (audience: Audience): string => {
  if (audience.kind === 'person' && audience.invited) return 'any member, and who is invited, for themselves';
  if (isForThemselves(audience)) return 'any member, for themselves';
  const allowed = rolesOf(audience);
  if (audience.kind === 'team') return allowed.join(', ');
  return `key; ${allowed.length === roles.length ? 'any member' : allowed.join(', ')}`;
};

const inputSchema = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

const parametersOf = ({ operation }: LoadedRoute): { readonly required: string[]; readonly optional: string[] } => {
  const { properties, required } = inputSchema.parse(
    z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }),
  );
  const names = Object.keys(properties).filter((name) => name !== 'route');
  return { required, optional: names.filter((name) => !required.includes(name)) };
};

const idempotencyOf = ({ methods, operation }: LoadedRoute): string => {
  if (methods.includes('GET')) return '–';
  if (operation.ignoresIdempotencyKey) return 'ignored';
  return operation.actsOutside ? 'lease' : 'one commit';
};

const rateOf = ({ rate }: LoadedRoute): string =>
  typeof rate === 'string'
    ? code(rate)
    : `${code(rate.otherwise)}; ${code(rate.then)} when ${rate.parameters.map(code).join(' or ')} is ${rate.condition}`;

const limits = rateLimits(1);

const perTime = (interval: number): string => {
  if (interval < 1000) return `${1000 / interval} a second`;
  const perHour = 3_600_000 / interval;
  return perHour < 1 ? `${24 * perHour} a day` : `${perHour} an hour`;
};

/** docs/routes.md: the route table and its parameters. */
export const routesPage = (routes: readonly LoadedRoute[], summaries: ReadonlyMap<string, RouteSummary>): string =>
  page(
    '# Routes',
    generatedNote,
    'The API has one path, `/functions/v1/swift-worker`; the route is a parameter. *Caller*: partner keys with the scope, and\n' +
      'members whose role has it. *Idempotency*: how a command with an `Idempotency-Key` is carried out once, either by the\n' +
      'receipt in its one commit, or by a lease while it takes several steps ([ADR 2](adr/0002-receipts-in-the-commit.md)).',
    table(
      ['route', 'methods', 'does', 'scope', 'caller', 'rate class', 'idempotency'],
      routes.map((row) => [
        code(row.route),
        row.methods.join(', '),
        summaries.get(row.route)?.summary ?? '',
        isForThemselves(row.audience) ? '–' : code(row.audience.scope),
        callersOf(row.audience),
        rateOf(row),
        idempotencyOf(row),
      ]),
    ),
    '## Parameters',
    'The parameters of a GET are in the query, those of other methods in the body. The last column names the parameters that a\n' +
      'command also takes from its query. Any call may have its own `partner_id`. When several selectors are optional, one of\n' +
      'them is required.',
    table(
      ['route', 'required', 'optional', 'also in the query'],
      routes.map((row) => {
        const { required, optional } = parametersOf(row);
        return [code(row.route), codes(required), codes(optional), codes(row.operation.selectors ?? [])];
      }),
    ),
    '## Rate classes',
    "A partner's limits in production and staging; those of the stage `local` are ten times as high.",
    table(
      ['class', 'burst', 'rate'],
      rateClasses.map((name) => [code(name), String(limits[name].burst), perTime(limits[name].interval)]),
    ),
  );
