import { z } from 'zod';
import type { Ask } from '../../access-patterns/scenario.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { callPlay, type Given } from './call-play.ts';

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

/** The calls about a member of another partner, too, or who is invited again. */
export const teamPlays: readonly Play[] = [
  callPlay('POST', 'invite-partner-member', 'again, who never signed in', invitedAgain, { as: 'member' }),
  invitedPlay('decline-partner-invitation', 'of another partner, too', shared),
  invitedPlay('leave-partner', 'of another partner, too', acceptedOfTwo),
  callPlay('DELETE', 'remove-partner-member', 'of another partner, too', shared, { as: 'member' }),
];
