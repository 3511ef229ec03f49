import { z } from 'zod';
import type { Again, Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { connectedLine } from './customers-and-lines.ts';
import { settle } from '../background.ts';

type Input = Readonly<Record<string, unknown>>;

const play = (name: string, again: Again, input: (stage: Stage) => Promise<Input> | Input): Play => ({
  name: `operator ${name}`,
  about: again === 'nobody' ? 'all or nothing' : 'repeated',
  prepare: async (stage) => {
    const given = await input(stage);
    return {
      again,
      act: async (it) => {
        const told = await stage.operate(it, name, given);
        // What it found the second time is another story than what it did the first time.
        return { ...told, text: '' };
      },
    };
  },
});

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

/** A customer whose event was delivered. */
const delivered = async (stage: Stage): Promise<Input> => {
  const customer_id = await stage.newCustomer();
  const changes = { customer_name: 'Another' };
  await stage.prepared('update-partner-customer', { method: 'PATCH', given: { customer_id, changes } });
  await settle(stage.surroundings);
  const input = { ...ofPartner(stage), customer_id };
  const [event] = events.parse(await stage.scene.service.operate('events list', input)).events;
  return { ...input, event_id: event?.event_id };
};

export const operatorPlays: readonly Play[] = [
  play('partners create', 'nobody', () => ({ name: 'New' })),
  play('partners slot-limit', 'nobody', (stage) => ({ ...ofPartner(stage), slot_limit: 7 })),
  play('partners suspend', 'client', ofPartner),
  play('partners resume', 'client', async (stage) => {
    await stage.scene.service.operate('partners suspend', ofPartner(stage));
    return ofPartner(stage);
  }),
  play('keys rotate', 'nobody', async (stage) => ({ ...(await firstKey(stage)), overlap_hours: 0 })),
  play('keys revoke', 'client', firstKey),
  play('publishable-keys issue', 'nobody', () => ({})),
  play('members add', 'client', (stage) => ({ ...ofPartner(stage), email, role: 'viewer' })),
  play('members role', 'client', async (stage) => ({ ...(await newMember(stage)), role: 'developer' })),
  play('members remove', 'client', newMember),
  play('webhook-secrets rotate', 'nobody', ofPartner),
  play('events resend', 'client', delivered),
  play('customers erase', 'client', async (stage) => ({ ...ofPartner(stage), customer_id: await stage.newCustomer() })),
  play('instances force-release', 'client', async (stage) => ({
    ...ofPartner(stage),
    instance_id: await connectedLine(stage, await stage.newCustomer()),
    reason: 'gone',
  })),
];
