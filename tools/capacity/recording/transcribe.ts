import { keyText, type ItemOperation } from '@swift-worker/local-cloud/services/dynamodb-actions.ts';
import type { ItemUnits } from '@swift-worker/local-cloud/services/meter.ts';
import { child, text, type JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import type { Access } from '../../access-patterns/metered-table.ts';
import type { Cast } from '../replay/cast.ts';
import { keyPlanNames, keyPlans, partitionPlanNames, partitionPlans } from '../replay/key-plans.ts';
import type { RecordedCall, RecordedItem, RecordedOperation } from '../replay/recording.ts';

const verbs: Readonly<Record<ItemOperation, RecordedItem['verb']>> = {
  GetItem: 'get',
  PutItem: 'put',
  UpdateItem: 'update',
  DeleteItem: 'delete',
  ConditionCheckItem: 'check',
};

const castNames = (cast: Cast): readonly (readonly [name: string, value: string])[] =>
  Object.entries(cast).filter(([, value]) => value !== '');

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** A digest in base64url that was not made by a planner. */
const digest = /(?<=#)[\w-]{43}$/;
/** The name of a chunk of the list of events. */
const chunk = /(?<=^\d\d#)[\w-]{12}$/;

/** A text with names in place of the ids of the cast. Other ids are new in each replay. */
const withNames = (cast: Cast, key: string): string =>
  castNames(cast)
    .reduce((named, [name, value]) => named.replaceAll(value, `{${name}}`), key)
    .replaceAll(uuid, '{fresh}')
    .replaceAll(time, '{fresh}')
    .replace(digest, '{fresh}')
    .replace(chunk, '{fresh}');

const searchBlock = /#S#[0-9a-f-]{36}$/;

const partitionOf = (cast: Cast, pk: string): string => {
  const plan = partitionPlanNames.find((name) => partitionPlans[name](cast) === pk);
  // The shard derives from the id of the event or of the customer; both are spread evenly.
  if (/^slow#\d+$/.test(pk)) return '{dueSlow}';
  // Each has a partition that all searches use. As one partition they are too slow rather than too fast.
  if (searchBlock.test(pk)) return withNames(cast, pk.replace(searchBlock, '#S#BLOCKS'));
  return plan === undefined ? withNames(cast, pk) : `{${plan}}`;
};

const itemOf = (cast: Cast, { action, read, write, entries }: ItemUnits): RecordedItem => {
  const [pk, sk] = [keyText(action.item, 'pk') ?? '', keyText(action.item, 'sk') ?? ''];
  const plan = keyPlanNames.find((name) => {
    const key = keyPlans[name](cast);
    return key.pk === pk && key.sk === sk;
  });
  return {
    verb: verbs[action.operation],
    plan: plan ?? null,
    pk: plan === undefined ? partitionOf(cast, pk) : '',
    sk: plan === undefined ? withNames(cast, sk) : '',
    read,
    write,
    due: entries.map(({ partition, write: units }) => [partitionOf(cast, partition), units]),
  };
};

/** The value of the partition key in a query's condition. */
const queriedPartition = (input: JsonObject): string => {
  const name = /^\S+ = (:\w+)/.exec(text(input, 'KeyConditionExpression') ?? '')?.[1] ?? '';
  return text(child(child(input, 'ExpressionAttributeValues') ?? {}, name) ?? {}, 'S') ?? '';
};

const callOf = (cast: Cast, { operation, request, items, read }: Access): RecordedCall => ({
  transaction: operation.startsWith('Transact'),
  items:
    operation === 'Query'
      ? [
          {
            verb: 'query',
            plan: null,
            sk: '',
            read,
            write: 0,
            due: [],
            pk: partitionOf(cast, queriedPartition(request.input)),
          },
        ]
      : items.map((item) => itemOf(cast, item)),
});

/** The recorded table calls, without the ids of the scene. */
export const transcribed = (cast: Cast, accesses: readonly Access[]): RecordedOperation =>
  Array.from(Map.groupBy(accesses, ({ round }) => round).values(), (round) =>
    round.map((access) => callOf(cast, access)),
  );

/** The id of the event that was written; empty when there is none. */
export const eventIdIn = (accesses: readonly Access[]): string =>
  accesses
    .flatMap(({ items }) => items)
    .map(({ action }) => keyText(action.item, 'event_id'))
    .find((id) => id !== undefined) ?? '';
