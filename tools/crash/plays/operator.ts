import { z } from 'zod';
import { longestWay } from '../../../lambdas/domain/audit-copy.ts';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import type { Again, Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { connectedInstance } from './customers-and-instances.ts';
import { queueOf } from '../queue-addresses.ts';
import { settle } from '../background.ts';

type Input = Readonly<Record<string, unknown>>;

const play = (name: string, again: Again, input: (stage: Stage) => Promise<Input> | Input): Play => ({
  name: `operator ${name}`,
  about: again === 'nobody' ? 'all or nothing' : 'repeated',
  prepare: async (stage) => {
    const given = await input(stage);
    return {
      again,
      expected: '{"ok":true',
      // The answer of the repetition may differ from the first one, or be a refusal.
      progress: /^answer .*$/gs,
      act: (it) => stage.operate(it, name, given),
    };
  },
});

/** Entries of which the bucket has no copy, though it should. */
const auditedLongAgo = async (stage: Stage): Promise<Input> => {
  await newMember(stage);
  const { clock } = stage.surroundings;
  clock.pass(2 * longestWay);
  return { since: isoOf(clock.now()).slice(0, 7), copy: true };
};

const ofPartner = ({ partner }: Stage): Input => ({ partner_id: partner.partnerId });
const keyList = z.object({ keys: z.array(z.object({ key_id: z.string() })) });

const firstKey = async (stage: Stage): Promise<Input> => {
  const [key] = keyList.parse(await stage.scene.service.operate('keys list', ofPartner(stage))).keys;
  return { key_id: key?.key_id };
};

const email = 'new@partner.example';

const newMember = async (stage: Stage): Promise<Input> => {
  await stage.operate(stage.sound(), 'members add', { ...ofPartner(stage), email, role: 'viewer' });
  return { ...ofPartner(stage), member: email };
};

const events = z.object({ events: z.array(z.object({ event_id: z.string(), customer_id: z.string() })) });

/** A customer with a delivered event. */
const delivered = async (stage: Stage): Promise<Input> => {
  const customer_id = await stage.newCustomer();
  const changes = { customer_name: 'Another' };
  await stage.prepared('update-partner-customer', { method: 'PATCH', given: { customer_id, changes } });
  await settle(stage.surroundings);
  const input = { ...ofPartner(stage), customer_id };
  const [event] = events.parse(await stage.scene.service.operate('events list', input)).events;
  return { ...input, event_id: event?.event_id };
};

const instanceOf = async (stage: Stage): Promise<Input> => ({
  ...ofPartner(stage),
  instance_id: await connectedInstance(stage, await stage.newCustomer()),
});

const customerOf = async (stage: Stage): Promise<Input> => ({
  ...ofPartner(stage),
  customer_id: await stage.newCustomer('C-2'),
});

const erasing = async (stage: Stage): Promise<Input> => {
  const input = await customerOf(stage);
  await stage.scene.service.operate('customers erase', input);
  return input;
};

/** An instance whose slot is blocked, because the platform refused the removal. */
const blocked = async (stage: Stage): Promise<Input> => {
  const input = await instanceOf(stage);
  const { scenery } = stage.surroundings;
  await scenery.control({ fault: { method: 'POST', path: '/', status: 403 } });
  const given = { instance_id: input['instance_id'] };
  await stage.call(stage.sound(), 'deactivate-partner-instance', { method: 'POST', given });
  await scenery.control({ clear: true });
  return { ...input, reason: 'gone' };
};

const importedRows: Input = { customers: [{ external_customer_id: 'C-3', customer_name: 'Imported' }] };
const begun = z.object({ import: z.object({ id: z.string() }) });

const importing = async (stage: Stage): Promise<Input> => {
  const input = { ...ofPartner(stage), ...importedRows };
  const { id } = begun.parse(await stage.scene.service.operate('customers import', input)).import;
  return { ...ofPartner(stage), import_id: id };
};

/** A hint of work that failed again and again. */
const withLetter = ({ surroundings, partner: { partnerId } }: Stage): Input => {
  const hint = JSON.stringify({ pk: `P#${partnerId}`, sk: 'OUTBOX' });
  surroundings.queues.set(queueOf('failed'), [hint]);
  return {};
};

/** A form that is being rewritten. */
const rewriting = async (stage: Stage): Promise<Input> => {
  const input = { form: 'history-entry' };
  await stage.scene.service.operate('stored rewrite', input);
  return input;
};

export const operatorPlays: readonly Play[] = [
  play('partners create', 'nobody', () => ({ name: 'New' })),
  play('partners list', 'client', () => ({})),
  play('partners show', 'client', ofPartner),
  play('partners clients', 'client', () => ({})),
  play('partners slot-limit', 'nobody', (stage) => ({ ...ofPartner(stage), slot_limit: 7 })),
  play('partners rate-limit', 'nobody', (stage) => ({
    ...ofPartner(stage),
    rate_class: 'reads',
    limit: { rate: 100_000, burst: 1_000_000 },
  })),
  play('partners size', 'client', (stage) => ({ ...ofPartner(stage), size: 'large' })),
  play('partners suspend', 'client', ofPartner),
  play('partners resume', 'client', async (stage) => {
    await stage.scene.service.operate('partners suspend', ofPartner(stage));
    return ofPartner(stage);
  }),
  play('keys issue', 'nobody', async (stage) => {
    await stage.scene.service.operate('keys revoke', await firstKey(stage));
    return { ...ofPartner(stage), scopes: ['customers.read'] };
  }),
  play('keys list', 'client', ofPartner),
  play('keys rotate', 'nobody', async (stage) => ({ ...(await firstKey(stage)), overlap_hours: 0 })),
  play('keys revoke', 'client', firstKey),
  play('publishable-keys issue', 'nobody', () => ({})),
  play('publishable-keys list', 'client', () => ({})),
  play('publishable-keys rotate', 'nobody', () => ({ overlap_hours: 1 })),
  play('publishable-keys revoke', 'client', (stage) => ({ value: stage.scene.service.apikey })),
  play('members add', 'client', (stage) => ({ ...ofPartner(stage), email, role: 'viewer' })),
  play('members list', 'client', ofPartner),
  play('members role', 'client', async (stage) => ({ ...(await newMember(stage)), role: 'developer' })),
  play('members remove', 'client', newMember),
  play('members reset-password', 'nobody', newMember),
  play('webhook-secrets rotate', 'nobody', ofPartner),
  play('events list', 'client', ofPartner),
  play('events attempts', 'client', delivered),
  play('events resend', 'client', delivered),
  play('doctor', 'client', ofPartner),
  play('platform-app', 'client', () => ({})),
  play('limits', 'client', ofPartner),
  play('trace', 'client', async (stage) => {
    const { event_id: id, customer_id: customer, ...ofIt } = await delivered(stage);
    return { ...ofIt, id, customer_ids: [customer] };
  }),
  play('dead-letters list', 'client', withLetter),
  play('dead-letters resend', 'client', (stage) => ({ ...withLetter(stage), all: true })),
  play('customers find', 'client', async (stage) => {
    await customerOf(stage);
    return { ...ofPartner(stage), external_id: 'C-2' };
  }),
  play('customers merged', 'client', customerOf),
  play('customers erase', 'client', customerOf),
  play('customers erasure', 'client', erasing),
  play('customers retry-erasure', 'client', erasing),
  play('customers import', 'nobody', (stage) => ({ ...ofPartner(stage), ...importedRows })),
  play('customers import-progress', 'client', importing),
  play('instances show', 'client', instanceOf),
  play('instances force-release', 'client', blocked),
  play('stored forms', 'client', () => ({})),
  play('stored rewrite', 'client', () => ({ form: 'history-entry' })),
  play('stored stop', 'client', rewriting),
  play('audit list', 'client', () => ({})),
  play('audit verify', 'client', auditedLongAgo),
];
