import { z } from 'zod';
import type { Ask } from '../../access-patterns/scenario.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { callPlay, nothing, type Given } from './call-play.ts';

const email = 'invited@partner.example';
const invitation = z.object({ member: z.object({ id: z.string() }) });

const invited = async (stage: Stage): Promise<Given> => {
  const ask: Ask = { method: 'POST', given: { email, role: 'viewer' }, bearer: stage.member };
  return { member_id: invitation.parse(await stage.prepared('invite-partner-member', ask)).member.id };
};

const addElsewhere = async (stage: Stage): Promise<void> => {
  const made = await stage.operate(stage.sound(), 'partners create', { name: 'Another' });
  const { result } = z
    .object({ result: z.object({ partner: z.object({ partner_id: z.string() }) }) })
    .parse(JSON.parse(made.text));
  await stage.operate(stage.sound(), 'members add', { partner_id: result.partner.partner_id, email, role: 'admin' });
};

/** A member of another partner, too, whose user stays. */
const shared = async (stage: Stage): Promise<Given> => {
  const given = await invited(stage);
  await addElsewhere(stage);
  return given;
};

/** A call of who is invited. */
const invitedPlay = (name: string, about: string, prepare: (stage: Stage) => Promise<Given>): Play => {
  let bearer = '';
  const given = async (stage: Stage): Promise<Given> => {
    const { member_id } = await prepare(stage);
    bearer = `member:${String(member_id)}`;
    return { partner_id: stage.partner.partnerId };
  };
  return callPlay('POST', name, about, given, { as: () => bearer });
};

const accepted = async (stage: Stage): Promise<Given> => {
  const given = await invited(stage);
  const ask: Ask = {
    method: 'POST',
    given: { partner_id: stage.partner.partnerId },
    bearer: `member:${String(given['member_id'])}`,
  };
  await stage.prepared('accept-partner-invitation', ask);
  return given;
};

const acceptedOfTwo = async (stage: Stage): Promise<Given> => {
  const given = await accepted(stage);
  await addElsewhere(stage);
  return given;
};

/** Invited by another partner before, whose mail was missed. */
const invitedAgain = async (stage: Stage): Promise<Given> => {
  await shared(stage);
  return { email, role: 'support' };
};

const play = (...[method, name, about, given, options]: Parameters<typeof callPlay>): Play =>
  callPlay(method, name, about, given, { ...options, as: 'member' });

const keyId = ({ partner }: Stage): Given => ({ key_id: partner.readOnlyKey.split('_')[2] });

export const teamPlays: readonly Play[] = [
  play('GET', 'get-partner-member', 'an owner', nothing),
  play('GET', 'list-partner-members', 'one', nothing),
  play('POST', 'invite-partner-member', 'without a user', () => Promise.resolve({ email, role: 'viewer' })),
  play('POST', 'invite-partner-member', 'again, who never signed in', invitedAgain),
  invitedPlay('accept-partner-invitation', 'pending', invited),
  invitedPlay('decline-partner-invitation', 'of no other partner', invited),
  invitedPlay('decline-partner-invitation', 'of another partner, too', shared),
  invitedPlay('leave-partner', 'of no other partner', accepted),
  invitedPlay('leave-partner', 'of another partner, too', acceptedOfTwo),
  play('PATCH', 'update-partner-member', 'another role', async (stage) => ({
    ...(await invited(stage)),
    role: 'admin',
  })),
  play('DELETE', 'remove-partner-member', 'of no other partner', invited),
  play('DELETE', 'remove-partner-member', 'of another partner, too', shared),
  play('GET', 'list-partner-api-keys', 'two', nothing),
  // A client that got no answer finds the key in the list, and revokes it.
  play(
    'POST',
    'issue-partner-api-key',
    'the second',
    async (stage) => {
      await stage.scene.service.operate('keys revoke', keyId(stage));
      return { scopes: ['customers.read'] };
    },
    { again: 'nobody' },
  ),
  play('DELETE', 'revoke-partner-api-key', 'of two', (stage) => Promise.resolve(keyId(stage))),
];
