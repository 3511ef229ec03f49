import * as z from 'zod/mini';
import { scrubbedInstance } from '../../domain/erasure.ts';
import { instanceRowOf } from '../../domain/search/search-row.ts';
import { callbackStates, fullAccess, type Instance, type InstanceState } from '../../domain/instance.ts';
import { instanceStatuses, type InstanceStatus } from '../../domain/states/instance-states.ts';
import { slotStates } from '../../domain/states/slot-states.ts';
import { notFound, ServiceError } from '../../kernel/errors.ts';
import type { Cause } from '../../domain/history.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { causeItem } from '../table/cause-item.ts';
import { contended, type Clause } from '../table/commit.ts';
import { jsonObject } from '../table/json-object.ts';
import { keys } from '../table/keys.ts';
import { packRisk } from './instance-risk.ts';
import { formerNumberClause, readPartnerNumber } from './partner-numbers.ts';
import { getItem, getItems } from '../table/read.ts';
import { receiptKeys, throwEarlier, type PartnerClaim } from '../table/receipts.ts';
import { searchChangeClauses } from '../search/search-changes.ts';
import { countClauses } from '../table/span-counts.ts';
import type { Item, Table } from '../table/table.ts';
import { lineTransitionClauses } from '../usage/line-transitions.ts';
import { holdAttributes, holdOf } from '../table/work.ts';

/** An instance with the fields that the API does not show. */
export interface InstanceRecord {
  readonly instance: Instance;
  readonly revision: number;
  /** The platform token, encrypted for this instance; null when there is none. */
  readonly sealedToken: string | null;
  /** The end of the lease while a worker processes the instance; null otherwise. */
  readonly busyUntil: Milliseconds | null;
  /** Present during a deactivation, so that another worker can resume it. */
  readonly deactivation?: BegunDeactivation | undefined;
  /** Whether its customer was erased. No personal data is written any more. */
  readonly erased?: boolean;
}

/** The cause and the reason of a deactivation. */
export interface Deactivation {
  readonly cause: Cause;
  readonly reason: string | null;
  /** Whether the number is freed for another provider as well. A number of the business app never is. */
  readonly deregister: boolean;
}

/** A deactivation that has begun, with the previous state for the history entry. */
interface BegunDeactivation extends Deactivation {
  readonly from: InstanceState;
}

const text = z.nullable(z.string());
const instanceError = z.nullable(z.object({ code: z.string(), message: z.string(), at: z.string() }));

const instanceItem = z.object({
  sk: z.string(),
  instance_key: z.string(),
  status: z.enum(instanceStatuses),
  slot_state: z.nullable(z.enum(slotStates)),
  partner_customer_id: z.string(),
  instance_name: text,
  platform_phone_number_id: text,
  platform_waba_id: text,
  coexistence: z._default(z.boolean(), false),
  display_phone_number: text,
  verified_name: text,
  name_status: text,
  username: z._default(text, null),
  quality_rating: text,
  messaging_limit: text,
  throughput_level: text,
  platform_status: text,
  can_send_message: text,
  platform_errors: z._default(
    z.array(z.object({ entity: z.string(), code: z.number(), description: text, remedy: text })),
    [],
  ),
  platform_notes: z._default(z.array(z.string()), []),
  restricted_until: z._default(text, null),
  account_state: z._default(text, null),
  facts_at: text,
  reported_at: z._default(z.record(z.string(), z.string()), {}),
  callback: z.object({ state: z.enum(callbackStates), verified_at: text, last_error: instanceError }),
  connection: z.object({
    connected_at: text,
    token_expires_at: text,
    last_error: instanceError,
    expiry_warning: z.optional(z.object({ token_expires_at: z.string(), days_before: z.number() })),
  }),
  access: z._default(z.object({ doubt: instanceError, taken: z.boolean(), tried_at: text }), fullAccess),
  name_approved_at: z._default(text, null),
  session_id: text,
  metadata: jsonObject,
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.number(),
  sealed_token: text,
  deactivation: z.optional(
    z.object({
      cause: causeItem,
      reason: text,
      deregister: z._default(z.boolean(), false),
      from: z.object({ status: z.enum(instanceStatuses), slot_state: z.nullable(z.enum(slotStates)) }),
    }),
  ),
  erased: z._default(z.boolean(), false),
});

export const instanceRecordOf = (item: Item): InstanceRecord => {
  const { sk, revision, sealed_token, deactivation, erased, ...shown } = instanceItem.parse(item);
  return {
    instance: { id: sk, ...shown },
    revision,
    sealedToken: sealed_token,
    busyUntil: holdOf(item).dueAt,
    deactivation,
    erased,
  };
};

/** The instance as it is stored. */
const storedInstance = ({ instance, erased }: InstanceRecord): Instance =>
  erased === true ? scrubbedInstance(instance) : instance;

/** Facts that few lines have. Without a value they are left out, so that most items stay below a kilobyte. */
const rareFacts: ReadonlySet<string> = new Set<keyof Instance>([
  'username',
  'platform_errors',
  'platform_notes',
  'name_approved_at',
]);

const isWritten = ([name, value]: readonly [string, unknown]): boolean =>
  !rareFacts.has(name) || (Array.isArray(value) ? value.length > 0 : value !== null);

const instanceItemOf = (partnerId: string, record: InstanceRecord): Item => {
  const { id, metadata, ...shown } = storedInstance(record);
  return {
    ...keys.instance(partnerId, id),
    ...Object.fromEntries(Object.entries(shown).filter(isWritten)),
    metadata: JSON.stringify(metadata),
    revision: record.revision,
    sealed_token: record.sealedToken,
    // Versions that are still running during a release read `recorded`.
    ...(record.deactivation !== undefined && { deactivation: { ...record.deactivation, recorded: true } }),
    ...(record.erased === true && { erased: true }),
    ...holdAttributes('instance', id, { dueAt: record.busyUntil, lease: 'instance' }),
  };
};

/** The list entry of the instance: the fields that lists filter by, and the facts of its risk. */
const linkParams = (table: string, partnerId: string, instance: Instance): Clause['write'] => ({
  Put: {
    TableName: table,
    Item: {
      ...keys.customerInstance(partnerId, instance.partner_customer_id, instance.id),
      status: instance.status,
      slot_state: instance.slot_state,
      risk: packRisk(instance),
      phone_number_id: instance.platform_phone_number_id,
    },
  },
});

const instanceParams = (table: string, partnerId: string, record: InstanceRecord): Clause['write'] => ({
  Put: {
    TableName: table,
    Item: { ...instanceItemOf(partnerId, record) },
    ConditionExpression: record.revision === 1 ? 'attribute_not_exists(pk)' : 'revision = :read',
    ...(record.revision === 1 ? {} : { ExpressionAttributeValues: { ':read': record.revision - 1 } }),
  },
});

/** The clause for a change of what searches read. */
const searchClauses = (
  table: Table,
  partnerId: string,
  record: InstanceRecord,
  previous: Instance | null,
): readonly Clause[] =>
  searchChangeClauses(
    table,
    partnerId,
    'I',
    previous === null ? null : instanceRowOf(previous),
    instanceRowOf(storedInstance(record)),
    record.revision,
  );

/** Writes the next revision of an instance, its list entry, its search row and the counts, unless another commit changed the instance first. */
export const instanceClauses = (
  table: Table,
  partnerId: string,
  record: InstanceRecord,
  previous: Instance | null,
): readonly Clause[] => {
  const { instance } = record;
  const listed =
    previous?.status === instance.status &&
    previous.slot_state === instance.slot_state &&
    packRisk(previous) === packRisk(instance) &&
    previous.platform_phone_number_id === instance.platform_phone_number_id;
  const former = previous?.platform_phone_number_id ?? null;
  return [
    {
      name: 'the instance is unchanged since it was read',
      write: instanceParams(table.name, partnerId, record),
      refuse: contended,
    },
    ...(listed ? [] : [{ name: 'the instance is listed', write: linkParams(table.name, partnerId, instance) }]),
    ...(former === null || former === instance.platform_phone_number_id
      ? []
      : [formerNumberClause(table, partnerId, former, instance.id)]),
    ...countClauses(table, partnerId, 'I', {
      id: instance.id,
      from: previous?.status ?? null,
      to: instance.status,
    }),
    ...lineTransitionClauses(table, partnerId, record, previous),
    ...searchClauses(table, partnerId, record, previous),
  ];
};

/** Requires that the instance still has the token that was read with it: another connection may have replaced it. */
export const sameTokenClause = (
  table: Table,
  partnerId: string,
  { instance, sealedToken }: InstanceRecord,
): Clause => ({
  name: 'the instance has the token that was read',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.instance(partnerId, instance.id) },
      ConditionExpression: 'sealed_token = :token',
      ExpressionAttributeValues: { ':token': sealedToken },
    },
  },
  refuse: contended,
});

/** The key of an instance stays taken after its customer was erased, without the instance's id. */
const keyItem = z.object({ instance_id: z._default(z.nullable(z.string()), null) });

export interface InstanceSelectors {
  readonly instance_id?: string | undefined;
  /** The alias of the id. Both together are the same one. */
  readonly partner_instance_id?: string | undefined;
  readonly instance_key?: string | undefined;
  readonly platform_phone_number_id?: string | null | undefined;
}

/** The id of the instance that selectors name; null when there is none. A number names the last instance that it was connected to. */
const resolveInstanceId = async (table: Table, partnerId: string, given: InstanceSelectors): Promise<string | null> => {
  const id = given.instance_id ?? given.partner_instance_id;
  if (id !== undefined) return id;
  if (given.instance_key === undefined && given.platform_phone_number_id)
    return (await readPartnerNumber(table, partnerId, given.platform_phone_number_id, getItem))?.instanceId ?? null;
  const item = await getItem(table, keys.instanceKey(partnerId, given.instance_key ?? ''));
  return item === undefined ? null : keyItem.parse(item).instance_id;
};

const conflicting = (one: string, other: string): ServiceError =>
  new ServiceError('conflicting_selectors', `${one} and ${other} name different instances`);

/** @throws ServiceError conflicting_selectors; not_found when the number is all that is given, and no longer the instance's */
const requireNamed = (
  given: InstanceSelectors,
  { instance_key: key, platform_phone_number_id: number }: Instance,
): void => {
  const { instance_key: givenKey, platform_phone_number_id: givenNumber } = given;
  const isIdGiven = (given.instance_id ?? given.partner_instance_id) !== undefined;
  if ((givenKey ?? key) !== key) throw conflicting('instance_id', 'instance_key');
  if ((givenNumber ?? number) === number) return;
  if (isIdGiven) throw conflicting('instance_id', 'platform_phone_number_id');
  throw givenKey === undefined ? notFound('the instance') : conflicting('instance_key', 'platform_phone_number_id');
};

/**
 * The instance that the selectors name. The receipt of the claim's key is read in the same round trip. A key or a number takes two.
 * @throws Replay or ServiceError not_found, conflicting_selectors
 */
export const requireInstance = async (
  table: Table,
  partnerId: string,
  selectors: InstanceSelectors,
  claim: PartnerClaim | null,
): Promise<InstanceRecord> => {
  const id = await resolveInstanceId(table, partnerId, selectors);
  const wanted = [...(id === null ? [] : [keys.instance(partnerId, id)]), ...receiptKeys(partnerId, claim)];
  const found = await getItems(table, wanted);
  throwEarlier(id === null ? found[0] : found[1], claim);
  const item = id === null ? undefined : found[0];
  if (item === undefined) throw notFound('the instance');
  const record = instanceRecordOf(item);
  requireNamed(selectors, record.instance);
  return record;
};

/** The instance of the partner with the number, in a list of one; an empty list when there is none. */
export const instancesWithNumber = async (
  table: Table,
  partnerId: string,
  phoneNumberId: string,
): Promise<readonly { readonly instanceId: string; readonly status: InstanceStatus }[]> => {
  const instanceId = (await readPartnerNumber(table, partnerId, phoneNumberId, getItem))?.instanceId ?? null;
  const record = instanceId === null ? null : await readInstance(table, partnerId, instanceId);
  if (instanceId === null || record?.instance.platform_phone_number_id !== phoneNumberId) return [];
  return [{ instanceId, status: record.instance.status }];
};

export const readInstance = async (table: Table, partnerId: string, id: string): Promise<InstanceRecord | null> => {
  const item = await getItem(table, keys.instance(partnerId, id));
  return item === undefined ? null : instanceRecordOf(item);
};

/** Reserves an instance key, which is never released. */
export const instanceKeyClause = (table: Table, partnerId: string, instance: Instance): Clause => ({
  name: 'the instance key is free',
  write: {
    Put: {
      TableName: table.name,
      Item: { ...keys.instanceKey(partnerId, instance.instance_key), instance_id: instance.id },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  refuse: (existing) =>
    new ServiceError('instance_key_taken', 'instance_key was used by the partner before; choose another', {
      details: keyItem.parse(existing ?? {}),
    }),
});
