import { randomBytes } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { listPartnerKeys, newPartnerKeyClauses } from '../../../lambdas/store/partners/partners.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { newKey } from '../../../lambdas/team/new-key.ts';
import type { Ask, Scenario } from '../scenario.ts';
import type { PlantedScene } from '../scene.ts';

const ask =
  (method: Ask['method'], prepare: (scene: PlantedScene) => Promise<Ask['given']>) =>
  async (scene: PlantedScene): Promise<Ask> => ({
    method,
    given: await prepare(scene),
    bearer: scene.inbox.owner,
    ...(method !== 'GET' && { key: scene.fresh() }),
  });

const asOwner = async (scene: PlantedScene, method: Ask['method'], route: string, given: Ask['given'] = {}) => {
  const asked = method === 'GET' ? { query: { route } } : { body: { route, ...given } };
  const { status, text, body } = await scene.call(method, { ...asked, bearer: scene.inbox.owner });
  if (status >= 300) throw new Error(text);
  return body;
};

const email = 'invited@inbox.example';
const team = z.object({ items: z.array(z.object({ id: z.string(), email: z.string() })) });
const invitation = z.object({ member: z.object({ id: z.string() }) });

/** The team without the invited member. */
const teamOfTwo = async (scene: PlantedScene): Promise<void> => {
  const { items } = team.parse(await asOwner(scene, 'GET', 'list-partner-members'));
  const there = items.find((member) => member.email === email);
  if (there !== undefined) await asOwner(scene, 'DELETE', 'remove-partner-member', { member_id: there.id });
};

const withInvited = async (scene: PlantedScene): Promise<string> => {
  await teamOfTwo(scene);
  const body = await asOwner(scene, 'POST', 'invite-partner-member', { email, role: 'viewer' });
  return invitation.parse(body).member.id;
};

/** A call of the invited person. */
const asInvited =
  (invited: (scene: PlantedScene) => Promise<string>) =>
  async (scene: PlantedScene): Promise<Ask> => ({
    method: 'POST',
    bearer: `member:${await invited(scene)}`,
    key: scene.fresh(),
    given: { partner_id: scene.inbox.partner.partnerId },
  });

const withAccepted = async (scene: PlantedScene): Promise<string> => {
  const id = await withInvited(scene);
  const body = { route: 'accept-partner-invitation', partner_id: scene.inbox.partner.partnerId };
  const { status, text } = await scene.call('POST', { body, bearer: `member:${id}` });
  if (status >= 300) throw new Error(text);
  return id;
};

/** The partner's first key alone; the others did not exist. */
const oneKey = async ({ table, inbox: { partner } }: PlantedScene): Promise<void> => {
  const first = partner.apiKey.split('_')[2];
  for (const { key_id: id } of await listPartnerKeys(table, partner.partnerId)) {
    if (id === first) continue;
    for (const Key of [keys.partnerKey(id), keys.partnerKeyLink(partner.partnerId, id)])
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...Key } }));
  }
};

const withSecondKey = async (scene: PlantedScene): Promise<string> => {
  await oneKey(scene);
  const { table, clock, inbox } = scene;
  const given = { partner_id: inbox.partner.partnerId, scopes: ['customers.read'], expires_at: null } as const;
  const named = { ...given, label: null, issued_by: 'operator' };
  const { key } = newKey({ table, randomBytes, keyEnvironment: 'test' }, named, clock.now());
  await commit(table, newPartnerKeyClauses(table, { ...key, created_at: isoOf(clock.now()) }));
  return key.key_id;
};

const teamGiven = async (scene: PlantedScene): Promise<Ask['given']> => (await teamOfTwo(scene), {});
const memberGiven = async (scene: PlantedScene): Promise<Ask['given']> => ({ member_id: await withInvited(scene) });
const keyGiven = async (scene: PlantedScene): Promise<Ask['given']> => ({ key_id: await withSecondKey(scene) });

export const teamScenarios: readonly Scenario<PlantedScene>[] = [
  { route: 'get-partner-member', about: 'of one partner', answers: 200, prepare: ask('GET', teamGiven) },
  { route: 'list-partner-members', about: 'two', answers: 200, prepare: ask('GET', teamGiven) },
  {
    route: 'invite-partner-member',
    about: 'the third, who has no user yet',
    answers: 201,
    prepare: ask('POST', async (scene) => ({ ...(await teamGiven(scene)), email, role: 'viewer' })),
  },
  {
    route: 'update-partner-member',
    about: 'of three',
    answers: 200,
    prepare: ask('PATCH', async (scene) => ({ ...(await memberGiven(scene)), role: 'support' })),
  },
  {
    route: 'remove-partner-member',
    about: 'of three, and of no other partner',
    answers: 200,
    prepare: ask('DELETE', memberGiven),
  },
  { route: 'accept-partner-invitation', about: 'of a team of three', answers: 200, prepare: asInvited(withInvited) },
  {
    route: 'decline-partner-invitation',
    about: 'of a team of three, and of who has nothing else',
    answers: 200,
    prepare: asInvited(withInvited),
  },
  {
    route: 'leave-partner',
    about: 'of three, and of no other partner',
    answers: 200,
    prepare: asInvited(withAccepted),
  },
  {
    route: 'list-partner-api-keys',
    about: 'two',
    answers: 200,
    prepare: ask('GET', async (scene) => (await keyGiven(scene), {})),
  },
  {
    route: 'issue-partner-api-key',
    about: 'the second',
    answers: 201,
    prepare: ask('POST', async (scene) => (await oneKey(scene), { scopes: ['customers.read'] })),
  },
  { route: 'revoke-partner-api-key', about: 'of two', answers: 200, prepare: ask('DELETE', keyGiven) },
];
