import type { AwsRequest } from '@swift-worker/local-cloud/services/aws-service.ts';
import { itemActions, keyText } from '@swift-worker/local-cloud/services/dynamodb-actions.ts';
import { child, text, type JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';

const verbs = {
  GetItem: 'get',
  PutItem: 'put',
  UpdateItem: 'update',
  DeleteItem: 'delete',
  ConditionCheckItem: 'check',
} as const;

/** Replaces ids, hashes, counters and times, which differ in each run. */
const withoutIds = (key: string): string =>
  key
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '*')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '*')
    .replace(/(#IDEM#|#DM#|#X#|#K#|^KEY#|^MEMBER#|^CONNECT#|#NUMBER#|^NUMBER#|^WABA#)[^*#]+/, '$1*')
    .replace(/^(P#\*#(?:(?:N#)?[CI]|SI)#)\d\d$/, '$1*')
    .replace(/^(DM#)[\w-]{32}$/, '$1*')
    .replace(/(#SLOTS#)\d+$/, '$1*')
    .replace(/^([CF]#)[0-9a-f-]+#\d+$/, '$1*')
    .replace(/(#U#)\d{4}-\d\d-\d\d/, '$1*')
    .replace(/(#U#\*#)\d\d$/, '$1*')
    .replace(/^(C#)\d$/, '$1*')
    .replace(/^([HLA]#)\d{10}/, '$1*')
    .replace(/^(R#)[\w-]{43}$/, '$1*');

const keyOf = (item: JsonObject): string =>
  [keyText(item, 'pk') ?? '', keyText(item, 'sk') ?? ''].map(withoutIds).join(' | ');

/** The key condition with its values, without the filter. */
const conditionOf = (input: JsonObject): string => {
  const values = child(input, 'ExpressionAttributeValues') ?? {};
  return (text(input, 'KeyConditionExpression') ?? '').replaceAll(/:\w+/g, (name) => {
    const value = child(values, name);
    return value === undefined ? name : withoutIds(text(value, 'S') ?? '');
  });
};

/** The items that a call reads and writes, such as `put P#*#C | *`; for a query, its condition. */
export const touched = ({ operation, input }: AwsRequest): readonly string[] => {
  const actions = itemActions(operation, input);
  if (actions.length > 0) return actions.map((action) => `${verbs[action.operation]} ${keyOf(action.item)}`);
  const index = text(input, 'IndexName');
  return [`query ${conditionOf(input)}${index === undefined ? '' : ` on ${index}`}`];
};
