import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isoOf, second } from '../../../lambdas/kernel/time.ts';
import type { Ask } from '../../access-patterns/scenario.ts';
import type { Ground } from '../ground.ts';
import type { Answered, World } from '../world.ts';
import type { Actor } from './actor.ts';

type Given = Readonly<Record<string, unknown>>;

/** What one of several callers can choose from. */
interface Choice {
  readonly customers: readonly [string, string];
  readonly lines: readonly [string, ...string[]];
  readonly choose: <T>(what: string, of: readonly [T, ...T[]]) => T;
}

interface Command {
  readonly route: string;
  readonly method: Ask['method'];
  readonly given: Given | Promise<Given>;
}

const post = (route: string, given: Given): Command => ({ route, method: 'POST', given });
const names = ['Renamed', 'Renamed One', 'Renamed Two'] as const;

const shown = z.object({ customer: z.object({ updated_at: z.string() }) });

const customerOf = ({ choose, customers }: Choice, as = 'customer'): string => choose(as, customers);
const lineOf = ({ choose, lines }: Choice): string => choose('line', lines);

/** An update of a customer as the caller saw it. */
const guardedUpdate = async (world: World, from: Choice): Promise<Given> => {
  const customer_id = customerOf(from);
  const { body } = await world.look('get-partner-customer', { customer_id });
  // A suspended partner sees none.
  const expected_updated_at = shown.safeParse(body).data?.customer.updated_at ?? isoOf(world.scheduler.now);
  return { customer_id, customer_name: from.choose('name', names), expected_updated_at };
};

const commands: readonly [(world: World, from: Choice) => Command, ...((world: World, from: Choice) => Command)[]] = [
  (_, from) =>
    post('upsert-partner-customer', {
      external_customer_id: from.choose('external id', ['C-1', 'C-2', 'C-4']),
      customer_name: from.choose('name', names),
    }),
  (world, from) => ({ route: 'update-partner-customer', method: 'PATCH', given: guardedUpdate(world, from) }),
  (world, from) => ({ route: 'update-partner-customer', method: 'PATCH', given: guardedUpdate(world, from) }),
  (_, from) =>
    post('create-customer-instance', {
      partner_customer_id: customerOf(from),
      instance_key: from.choose('key', ['line-k1', 'line-k2', 'line-k3']),
      create_connect_session: false,
    }),
  (_, from) =>
    post('move-partner-instance-to-customer', {
      instance_id: lineOf(from),
      target_customer_id: customerOf(from, 'target'),
    }),
  (_, from) => ({
    route: 'update-partner-instance-label',
    method: 'PATCH',
    given: { instance_id: lineOf(from), instance_name: from.choose('name', names) },
  }),
  (_, from) => post('create-connect-session', { instance_id: lineOf(from) }),
  (_, from) => post('deactivate-partner-instance', { instance_id: lineOf(from) }),
  (_, from) => post('deactivate-partner-customer', { customer_id: customerOf(from) }),
  (_, from) => post('reactivate-partner-customer', { customer_id: customerOf(from) }),
];

const listed = z.object({ items: z.array(z.object({ id: z.string() })) });

/** The lines that the caller knows. */
const linesOf = async (world: World, { lines }: Ground): Promise<Choice['lines']> => {
  const { body } = await world.look('list-partner-instances', { page_size: '200' });
  // A suspended partner lists none.
  const ids = (listed.safeParse(body).data?.items ?? []).map(({ id }) => id);
  return [lines[0], ...ids.filter((id) => id !== lines[0]).sort()];
};

/** Makes a call as a client that doesn't wait: twice with one key. */
const callTwice = async (world: World, { route, method }: Command, given: Given): Promise<Answered> => {
  const ask = { method, given, key: randomBytes(8).toString('hex') };
  const answers = await Promise.all([world.ask(route, ask), world.ask(route, ask)]);
  world.ledger.repeated.push({ route, answers: answers.map(({ status, text }) => `${status} ${text}`) });
  return answers[0];
};

const act = async (world: World, ground: Ground, caller: number): Promise<void> => {
  const { choices, ledger, table } = world;
  for (let count = 1; count <= 3; count += 1) {
    const choose: Choice['choose'] = (what, of) => choices.of(`${what} of command ${count} of caller ${caller}`, of);
    const on = { customers: ground.customers, lines: await linesOf(world, ground), choose };
    const command = choose('what', commands)(world, on);
    const { route } = command;
    const given = await command.given;
    const begun = table.changes.length;
    const isSentTwice = choose('sent', [false, false, true]);
    const { status, text } = await (isSentTwice
      ? callTwice(world, command, given)
      : world.call(route, command.method, given));
    ledger.calls.push({ route, given, status, text, from: begun, to: table.changes.length });
    await world.scheduler.wait(choose('pause', [0, 10, second]));
  }
};

/** Three callers change the same customers and lines at once. */
const race: Actor['act'] = async (world, ground) => {
  await Promise.all([1, 2, 3].map((caller) => act(world, ground, caller)));
};

export const raceActors: readonly Actor[] = [
  { name: 'races', act: race },
  {
    name: 'races for the last slot',
    act: async (world, ground) => {
      await world.operate('partners slot-limit', { partner_id: world.partnerId, slot_limit: 3 });
      await race(world, ground);
    },
  },
];
