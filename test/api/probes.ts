import * as z from 'zod/mini';
import { jsonObject } from '../../lambdas/api/fields.ts';
import { operation, type Operation } from '../../lambdas/api/operation.ts';
import { settle } from '../../lambdas/api/settle.ts';
import type { Route } from '../../lambdas/api/route.ts';
import { persist, type Clause } from '../../lambdas/store/table/commit.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { invalidState, ServiceError, type ErrorCode } from '../../lambdas/kernel/errors.ts';

export interface Probes {
  readonly routes: readonly Route[];
  /** The next runs of the route with outside effects wait for this before they finish. */
  holdBack: (wait: () => Promise<void>) => void;
  /** The next runs fail with this; null: they succeed. */
  failWith: (error: Error | null) => void;
}

const effects = 'PROBE';

/** The write of a probe: an item that did not exist. */
const effect = (table: Table, id: string): Clause => ({
  name: 'the effect is new',
  write: {
    Put: { TableName: table.name, Item: { pk: effects, sk: id }, ConditionExpression: 'attribute_not_exists(pk)' },
  },
});

/** The number of probe commands that the table has. */
export const countEffects = async (table: Table): Promise<number> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': effects },
    ConsistentRead: true,
  });
  return items.length;
};

const commands = { methods: ['POST', 'PATCH', 'DELETE'], rate: 'commands' } as const;
const queries = { methods: ['GET'], rate: 'reads' } as const;
const writers = { kind: 'partner', scope: 'customers.write' } as const;

const loading =
  (operation: Operation): Route['operation'] =>
  () =>
    Promise.resolve(operation);

const routesOf = ({
  echo,
  outside,
  strict,
}: Readonly<Record<'echo' | 'outside' | 'strict', Operation>>): readonly Route[] => [
  { route: 'probe', ...commands, audience: writers, operation: loading(echo) },
  {
    route: 'probe-query',
    ...queries,
    audience: { kind: 'partner', scope: 'customers.read' },
    operation: loading(echo),
  },
  { route: 'probe-strict', ...commands, audience: writers, operation: loading(strict) },
  { route: 'probe-outside', ...commands, audience: writers, operation: loading(outside) },
  { route: 'probe-member', ...queries, audience: { kind: 'member' }, operation: loading(echo) },
  {
    route: 'probe-report',
    ...commands,
    audience: { kind: 'delivery-report', scope: 'instances.write' },
    operation: loading(echo),
  },
];

/** Routes for the tests, one for each kind of row, to test the dispatcher's rules independently of any area. */
export const probeRoutes = (): Probes => {
  let runs = 0;
  let failure: Error | null = null;
  const run = (): void => {
    runs += 1;
    if (failure !== null) throw failure;
  };
  const output = z.object({ given: z.unknown(), run: z.number() });
  const echo = operation({
    input: jsonObject,
    output,
    selectors: ['customer_id'],
    run: (deps, call, given) => {
      run();
      return persist(deps.retryPolicy, () =>
        settle(deps, call, call.answer(200, { given, run: runs }), [], [effect(deps.table, deps.newId(call.now))]),
      );
    },
  });
  let gate = (): Promise<void> => Promise.resolve();
  const outside = operation({
    input: jsonObject,
    output,
    actsOutside: true,
    run: async (deps, call, given) => {
      const answer = call.answer(200, { given, run: (runs += 1) });
      await gate();
      if (failure !== null) throw failure;
      return settle(deps, call, answer, [], [effect(deps.table, deps.newId(call.now))]);
    },
  });
  const strict = operation({
    input: z.strictObject({ route: z.optional(z.string()), a: z.optional(z.string()) }),
    output,
    run: (deps, call, given) => settle(deps, call, call.answer(200, { given, run: runs }), [], []),
  });
  return {
    routes: routesOf({ echo, outside, strict }),
    holdBack: (wait) => {
      gate = wait;
    },
    failWith: (error) => {
      failure = error;
    },
  };
};

export const serviceError = (code: ErrorCode): ServiceError =>
  code === 'invalid_state'
    ? invalidState('tested', 'a state of the test')
    : new ServiceError(code, `a ${code} of the test`);
