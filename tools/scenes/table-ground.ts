import { randomBytes, randomUUID } from 'node:crypto';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import type { Caller, Given, Ground } from '../../lambdas/api/scenes/ground.ts';
import { idIn } from '../../lambdas/api/scenes/preparation.ts';
import { noHoldings } from '../../lambdas/domain/usage/usage-day.ts';
import { longestRange } from '../../lambdas/domain/usage/usage-range.ts';
import { noUsage } from '../../lambdas/domain/usage/usage-sum.ts';
import { daysAfter, utcDaysBetween } from '../../lambdas/domain/usage/utc-day.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { listPartnerKeys, newPartnerKeyClauses } from '../../lambdas/store/partners/partners.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { closeDay } from '../../lambdas/store/usage/usage-days.ts';
import { newKey } from '../../lambdas/team/new-key.ts';
import type { Ask } from '../access-patterns/scenario.ts';
import { plantInstances } from '../harness/plant-instances.ts';
import type { TestPartner } from '../harness/service.ts';
import { methodOf } from './ask-of.ts';

/** The callers of a ground. */
interface Callers {
  readonly partner: TestPartner;
  readonly bare: TestPartner;
  readonly populous: TestPartner;
  readonly sharded: TestPartner;
  /** The partner of the team, and its owner's token. */
  readonly team: TestPartner;
  readonly owner: string;
}

/** What a ground over a table is made of, beside what all of them have. */
interface Basis extends Pick<
  Ground,
  'settle' | 'endpoint' | 'event' | 'account' | 'reportingNumber' | 'reported' | 'contact' | 'notification'
> {
  readonly table: Table;
  readonly now: () => number;
  readonly callers: Callers;
  /** Makes a call. @returns its body @throws Error when it is refused */
  readonly send: (route: string, ask: Ask & { readonly bearer: string }) => Promise<Given>;
  /** Connects an instance of the partner to a number of its own. */
  readonly connect: (instanceId: string) => Promise<void>;
}

const email = 'invited@inbox.example';
const team = z.object({ items: z.array(z.object({ id: z.string(), email: z.string() })) });
const customer = z.object({ customer: z.object({ customer_id: z.string() }) });

/** The partner's closed days. @returns the first day */
const closeDays = async (table: Table, partnerId: string, now: number): Promise<string> => {
  const today = isoOf(now).slice(0, 10);
  const first = daysAfter(today, 1 - longestRange);
  for (const day of utcDaysBetween(first, today).slice(0, -1)) {
    await closeDay(table, partnerId, day, { usage: noUsage, end: noHoldings });
  }
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...keys.usageHead(partnerId) },
      UpdateExpression: 'SET first_day = :first, next_day = :next',
      ExpressionAttributeValues: { ':first': first, ':next': today },
    }),
  );
  return first;
};

const remove = async (table: Table, key: Readonly<Record<string, string>>): Promise<void> => {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...key } }));
};

/** Leaves a partner with its first key alone, as if the others had never been. @returns the id of the first */
const firstKey = async (table: Table, { partnerId, apiKey }: TestPartner): Promise<string> => {
  const [, , first = ''] = apiKey.split('_');
  for (const { key_id: id } of await listPartnerKeys(table, partnerId)) {
    if (id === first) continue;
    for (const key of [keys.partnerKey(id), keys.partnerKeyLink(partnerId, id)]) await remove(table, { ...key });
  }
  return first;
};

const addKey = async (table: Table, partner_id: string, now: number): Promise<string> => {
  const named = {
    partner_id,
    scopes: ['customers.read'],
    expires_at: null,
    label: null,
    issued_by: 'operator',
  } as const;
  const { key } = newKey({ table, randomBytes, keyEnvironment: 'test' }, named, now);
  await commit(table, newPartnerKeyClauses(table, { ...key, created_at: isoOf(now) }, now));
  return key.key_id;
};

/** The team of a ground, and who is invited to it. */
const teamOf = (call: Ground['call'], setInvited: (id: string) => void): Pick<Ground, 'outsider' | 'invited'> => {
  const outsider = async (): Promise<string> => {
    const { items } = team.parse(await call('list-partner-members', {}, 'owner'));
    const member = items.find((one) => one.email === email);
    if (member !== undefined) await call('remove-partner-member', { member_id: member.id }, 'owner');
    return email;
  };
  return {
    outsider,
    invited: async () => {
      const given = { email: await outsider(), role: 'viewer' };
      const id = idIn(await call('invite-partner-member', given, 'owner'), 'member');
      setInvited(id);
      return id;
    },
  };
};

/** @returns the ground, and the credentials of its callers */
export const tableGround = ({ table, send, connect, callers, ...basis }: Basis) => {
  let invited = '';
  const bearerOf = (caller: Caller): string => {
    if (caller === 'owner') return callers.owner;
    return caller === 'invited' ? `member:${invited}` : callers[caller].apiKey;
  };
  const call: Ground['call'] = (route, given, as = 'partner', key) =>
    send(route, { method: methodOf(route), given, bearer: bearerOf(as), ...(key !== undefined && { key }) });
  const newCustomer: Ground['customer'] = async (more) => {
    const given = { external_customer_id: randomUUID(), customer_name: 'Acme', ...more };
    return customer.parse(await call('upsert-partner-customer', given)).customer.customer_id;
  };
  const newLine = async (partner_customer_id: string, instance_key: string): Promise<string> =>
    idIn(
      await call('create-customer-instance', { partner_customer_id, instance_key, create_connect_session: false }),
      'instance',
    );
  const ground: Ground = {
    ...basis,
    logo: 'https://partner.example/logo.png',
    fresh: randomUUID,
    call,
    customer: newCustomer,
    newLine: async (customerId) => newLine(customerId ?? (await newCustomer()), randomUUID()),
    line: async ({ customerId, key = randomUUID() } = {}) => {
      const id = await newLine(customerId ?? (await newCustomer()), key);
      await connect(id);
      return id;
    },
    lines: async (customerId, count) => {
      await plantInstances(table, callers.partner.partnerId, customerId, count);
    },
    withoutSecret: () => remove(table, { ...keys.webhookSecrets(callers.bare.partnerId) }),
    closedDays: () => closeDays(table, callers.bare.partnerId, basis.now()),
    ...teamOf(call, (id) => {
      invited = id;
    }),
    teamOf: callers.team.partnerId,
    keys: async (count) => {
      const first = await firstKey(table, callers.team);
      return count === 1 ? first : addKey(table, callers.team.partnerId, basis.now());
    },
  };
  return { ground, bearerOf };
};
