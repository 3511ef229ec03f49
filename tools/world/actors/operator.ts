import { z } from 'zod';
import type { Ground as SceneGround } from '../../../lambdas/api/scenes/ground.ts';
import { longestWay } from '../../../lambdas/domain/audit-copy.ts';
import { minute } from '../../../lambdas/kernel/time.ts';
import { queueOf } from '../../processes/queue-addresses.ts';
import type { Ground } from '../ground.ts';
import { sceneGroundOf } from '../scene-ground.ts';
import type { World } from '../world.ts';
import type { PreparedActor } from './actor.ts';

type Input = Readonly<Record<string, unknown>>;

/** What the input of a command is prepared with. */
interface Given {
  readonly world: World;
  readonly known: Ground;
  readonly ground: SceneGround;
  /** Names the partner. */
  readonly partner: Input;
  /** Gives a command that must succeed. @returns its answer */
  readonly operate: (command: string, input: Input) => Promise<unknown>;
}

interface Options {
  readonly isAudited?: false;
  /** What the operator does after the command. */
  readonly afterwards?: (world: World) => Promise<void> | void;
}

type InputOf = (given: Given) => Input | Promise<Input>;

const actor = (command: string, input: InputOf, { isAudited, afterwards }: Options = {}): PreparedActor => ({
  name: `operator ${command}`,
  prepare: async (world, known) => {
    const { ground } = sceneGroundOf(world, known);
    const partner = { partner_id: world.partnerId };
    const operate: Given['operate'] = (name, given) => world.service.operate(name, given);
    const given = await input({ world, known, ground, partner, operate });
    return async () => {
      await world.operate(command, given, isAudited);
      await afterwards?.(world);
    };
  },
});

/** A command that changes nothing has no entry in the audit trail. */
const query = (command: string, input: InputOf, options: Options = {}): PreparedActor =>
  actor(command, input, { ...options, isAudited: false });

const eventList = z.object({ events: z.array(z.object({ event_id: z.string() })) });
const published = z.object({ keys: z.array(z.object({ value: z.string() })) });
const begun = z.object({ import: z.object({ id: z.string() }) });
const email = 'new@partner.example';
const imported = { customers: [{ external_customer_id: 'C-9', customer_name: 'Imported' }] };

const ofPartner = ({ partner }: Given): Input => partner;

/** A key with which no actor calls. */
const otherKey = async ({ ground }: Given): Promise<Input> => ({ key_id: await ground.keys(2) });

const member = async ({ operate, partner }: Given): Promise<Input> => {
  await operate('members add', { ...partner, email, role: 'viewer' });
  return { ...partner, member: email };
};

const customer = async ({ ground, partner }: Given): Promise<Input> => ({
  ...partner,
  customer_id: await ground.customer({ external_customer_id: 'C-8' }),
});

const erasing = async (given: Given): Promise<Input> => {
  const input = await customer(given);
  await given.operate('customers erase', input);
  return input;
};

/** A delivered event of a customer. */
const delivered = async ({ world, ground, operate, partner }: Given): Promise<Input> => {
  const customer_id = await ground.customer();
  await ground.call('update-partner-customer', { customer_id, changes: { customer_name: 'Another' } });
  await world.pass(minute);
  const [event] = eventList.parse(await operate('events list', { ...partner, customer_id })).events;
  return { ...partner, customer_id, event_id: event?.event_id };
};

const line = async ({ ground, partner }: Given): Promise<Input> => ({ ...partner, instance_id: await ground.line() });

/** A line whose slot is kept, because the platform refused the removal of its callback. */
const blocked = async (given: Given): Promise<Input> => {
  const { instance_id, ...partner } = await line(given);
  await given.world.platform.control({ fault: { method: 'POST', path: '/', status: 403 } });
  await given.world.service.call('POST', { body: { route: 'deactivate-partner-instance', instance_id } });
  await given.world.platform.control({ clear: true });
  return { ...partner, instance_id, reason: 'gone' };
};

const importing = async ({ operate, partner }: Given): Promise<Input> => {
  const { id } = begun.parse(await operate('customers import', { ...partner, ...imported })).import;
  return { ...partner, import_id: id };
};

/** A hint of work that failed again and again. */
const failedHint = ({ world }: Given): Input => {
  const hint = JSON.stringify({ pk: `P#${world.partnerId}`, sk: 'OUTBOX' });
  world.systems.queues.set(queueOf('failed'), [hint]);
  return {};
};

const form = { form: 'history-entry' };

/** Entries of which the bucket has no copy, though it should. */
const uncopied = async (given: Given): Promise<Input> => {
  await member(given);
  await given.world.pass(2 * longestWay);
  given.world.systems.objects.clear();
  return { since: '2030-01', copy: true };
};

/** Commands that change something. */
export const operatorCommands: readonly PreparedActor[] = [
  actor('partners create', () => ({ name: 'New' })),
  actor('partners slot-limit', ({ partner }) => ({ ...partner, slot_limit: 7 })),
  actor('partners rate-limit', ({ partner }) => ({
    ...partner,
    rate_class: 'reads',
    limit: { rate: 100_000, burst: 1_000_000 },
  })),
  actor('partners size', ({ partner }) => ({ ...partner, size: 'large' })),
  actor('partners suspend', ofPartner, {
    afterwards: async (world) => {
      await world.scheduler.wait(2 * minute);
      await world.operate('partners resume', { partner_id: world.partnerId });
    },
  }),
  actor('keys issue', async ({ ground, partner }) => {
    await ground.keys(1);
    return { ...partner, scopes: ['customers.read'] };
  }),
  actor('keys rotate', async (given) => ({ ...(await otherKey(given)), overlap_hours: 0 })),
  actor('keys revoke', otherKey),
  actor('publishable-keys issue', () => ({})),
  actor('publishable-keys rotate', () => ({ overlap_hours: 24 })),
  actor('publishable-keys revoke', async ({ operate }) => {
    const listed = async () => published.parse(await operate('publishable-keys list', {})).keys;
    // The calls of the world have the first one. A stage has two valid keys at most, and others may prepare one too.
    if ((await listed()).length < 2) await operate('publishable-keys issue', {});
    return { value: (await listed()).at(-1)?.value };
  }),
  actor('members add', ({ partner }) => ({ ...partner, email, role: 'viewer' })),
  actor('members role', async (given) => ({ ...(await member(given)), role: 'developer' })),
  actor('members remove', member),
  actor('members reset-password', member),
  actor('webhook-secrets rotate', ofPartner),
  actor('events resend', delivered),
  query('status', () => ({})),
  actor('dead-letters resend', (given) => ({ ...failedHint(given), all: true })),
  actor('fix reservation', () => ({ function: 'Dispatcher', to: 100 })),
  actor('fix poison-record', () => ({})),
  actor('fix dead-letters', (given) => ({ ...failedHint(given), kind: 'hint' })),
  actor('fix rollback', () => ({ undo: true })),
  actor('customers find', ({ partner }) => ({ ...partner, external_id: 'C-2' })),
  actor('customers merged', customer),
  actor('customers erase', customer),
  actor('customers import', ({ partner }) => ({ ...partner, ...imported })),
  actor('instances force-release', blocked),
  actor('audit verify', uncopied),
  actor('stored rewrite', () => form),
  actor('stored stop', async ({ operate }) => {
    await operate('stored rewrite', form);
    return form;
  }),
];

/** One for each command of the operator. */
export const operatorActors: readonly PreparedActor[] = [
  ...operatorCommands,
  // That of a suspended partner follows its suspension.
  query('partners resume', ofPartner),
  query('partners list', () => ({})),
  query('partners show', ofPartner),
  query('partners clients', () => ({})),
  query('keys list', ofPartner),
  query('publishable-keys list', () => ({})),
  query('members list', ofPartner),
  query('events list', ofPartner),
  query('events attempts', delivered),
  query('doctor', ofPartner),
  query('platform-app', () => ({})),
  query('limits', ofPartner),
  query('trace', async (given) => {
    const { event_id: id, customer_id, ...partner } = await delivered(given);
    return { ...partner, id, customer_ids: [customer_id] };
  }),
  query('dead-letters list', failedHint, {
    afterwards: ({ systems }) => void systems.queues.delete(queueOf('failed')),
  }),
  query('customers erasure', erasing),
  // The erasure goes on, so there is nothing to repeat.
  query('customers retry-erasure', erasing),
  query('customers import-progress', importing),
  query('instances show', line),
  query('stored forms', () => ({})),
  query('audit list', () => ({})),
];
