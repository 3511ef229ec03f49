import { roles } from '../lambdas/domain/access.ts';
import { parsePartnerKey } from '../lambdas/domain/credentials.ts';
import { maxActiveKeys } from '../lambdas/domain/partner-key.ts';
import { openSeedCredentials, type PartnerCredentials, type SeedCredentials } from './seed-credentials.ts';
import { ensureEndpoint } from './seed-endpoint.ts';
import { seedOperator, type PartnerKey, type SeedOperator } from './seed-operator.ts';
import { openForSeeding } from './seeding-principal.ts';
import type { Seed } from './stack.ts';
import type { DescribedPartner } from './state-file.ts';

/** Two partners, to show that no partner sees data of the other. */
const wanted = [
  { number: 1, name: 'Partner One', domain: 'partner-one.example' },
  { number: 2, name: 'Partner Two', domain: 'partner-two.example' },
] as const;

type Keyed = Required<PartnerCredentials>;

const keyIdOf = (apiKey: string | undefined): string | undefined =>
  apiKey === undefined ? undefined : parsePartnerKey('test', apiKey)?.keyId;

const isActive = (key: PartnerKey): boolean =>
  key.revoked_at === null && (key.expires_at === null || Date.parse(key.expires_at) > Date.now());

/** The partner of an earlier start, or a new one when there is none or when its data were deleted. */
const ensurePartner = async (
  operator: SeedOperator,
  credentials: SeedCredentials,
  { number, name }: (typeof wanted)[number],
): Promise<{ known: PartnerCredentials; active: readonly PartnerKey[] }> => {
  const kept = credentials.read(number);
  const keys = kept === undefined ? null : await operator.listKeys(kept.partner_id);
  if (kept !== undefined && keys !== null) return { known: kept, active: keys.filter(isActive) };
  const known = { partner_id: await operator.createPartner(name) };
  credentials.write(number, known);
  return { known, active: [] };
};

/** Both keys, valid. A key that was revoked, or that was lost in a crash, is issued again. */
const ensureKeys = async (
  operator: SeedOperator,
  credentials: SeedCredentials,
  partner: (typeof wanted)[number],
): Promise<Keyed> => {
  const { known, active } = await ensurePartner(operator, credentials, partner);
  const works = (key: string | undefined): boolean => active.some(({ key_id: id }) => id === keyIdOf(key));
  const kept = [known.api_key, known.read_only_api_key].filter(works);
  const others = active.filter(({ key_id: id }) => !kept.some((key) => keyIdOf(key) === id));
  const surplus = others.slice(0, Math.max(0, others.length + 2 - maxActiveKeys));
  for (const { key_id: id } of surplus) await operator.revokeKey(id);
  const issue = async (field: 'api_key' | 'read_only_api_key', may: 'everything' | 'read'): Promise<string> => {
    const existing = known[field];
    if (existing !== undefined && works(existing)) return existing;
    const issued = await operator.issueKey(known.partner_id, may);
    known[field] = issued;
    credentials.write(partner.number, known);
    return issued;
  };
  const sign = async (): Promise<string> => {
    if (known.webhook_secret !== undefined) return known.webhook_secret;
    const made = await operator.rotateWebhookSecret(known.partner_id);
    known.webhook_secret = made;
    credentials.write(partner.number, known);
    return made;
  };
  return {
    partner_id: known.partner_id,
    api_key: await issue('api_key', 'everything'),
    read_only_api_key: await issue('read_only_api_key', 'read'),
    webhook_secret: await sign(),
  };
};

const ensureMembers = async (operator: SeedOperator, partnerId: string, domain: string) => {
  const existing = await operator.listMembers(partnerId);
  const members = roles.map((role) => ({ role, email: `${role}@${domain}` }));
  for (const { role, email } of members) {
    const there = existing.some((member) => member.email === email && member.role === role);
    if (!there) await operator.addMember(partnerId, email, role);
  }
  return members;
};

/**
 * Gives the stage its publishable key and two partners with keys, a member of each role and a validated webhook
 * endpoint, by the operator's commands and the API. Existing partners and keys are kept, so ids and keys stay the same.
 */
export const seed: Seed = async ({ services, receiver, apiUrl, outputs, dataDirectory }) => {
  const operator = seedOperator(openForSeeding(outputs['OperatorFunctionUrl'] ?? ''));
  const credentials = openSeedCredentials(dataDirectory);
  const apikey = await operator.publishableKey();
  // One after another: concurrent calls would start more environments of the operator's function.
  const seedPartner = async (partner: (typeof wanted)[number]): Promise<DescribedPartner> => {
    const keyed = await ensureKeys(operator, credentials, partner);
    const members = await ensureMembers(operator, keyed.partner_id, partner.domain);
    const verifyToken = `verify-token-${partner.number}`;
    const receiverUrl = receiver.receiverUrl(partner.number);
    receiver.setVerifyToken(partner.number, verifyToken);
    await ensureEndpoint({ apiUrl, apikey, apiKey: keyed.api_key }, receiverUrl, verifyToken);
    receiver.emptyInbox(partner.number);
    return {
      ...keyed,
      name: partner.name,
      receiver_url: receiverUrl,
      verify_token: verifyToken,
      members: await Promise.all(
        members.map(async (member) => ({ ...member, jwt: await services.issueToken(member.email) })),
      ),
    };
  };
  return { apikey, partners: await Promise.all(wanted.map(seedPartner)) };
};
