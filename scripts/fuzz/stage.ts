import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dispatch } from '../../lambdas/api/dispatch.ts';
import type { Item } from '../../lambdas/store/table.ts';
import { honestReceiver, populatedPartner, type PopulatedPartner } from '../../test/api/populated-partner.ts';
import { eventOf, startService, type TestService } from '../../test/api/service.ts';
import { FakePlatform } from '../../test/lifecycle/world.ts';
import type { TestTable } from '../../test/store/test-table.ts';
import { bodyBytes, queryText, type Draft } from './draft.ts';
import type { Answer } from './judge.ts';

/** The service in this process, with a partner that asks and one that must not be seen. */
export interface Stage {
  readonly service: TestService;
  readonly caller: PopulatedPartner;
  readonly victim: PopulatedPartner;
  /** Of the caller, from the mightiest to the least. */
  readonly bearers: readonly [string, ...string[]];
  readonly send: (draft: Draft) => Promise<Answer>;
  /** Everything of the victim, as it stands in the table. */
  readonly victimItems: () => Promise<readonly Item[]>;
}

const isText = (contentType = ''): boolean =>
  /^\s*(text\/[^;]+|application\/(json|xml|javascript))\s*(;|$)/i.test(contentType);

/** API Gateway hands text over as text, and anything else in base64. */
const withBody = (draft: Draft): { readonly body?: string; readonly isBase64Encoded: boolean } => {
  const bytes = bodyBytes(draft);
  if (bytes.length === 0) return { isBase64Encoded: false };
  const text = bytes.toString('utf8');
  const asText = isText(draft.headers['content-type']) && Buffer.from(text).equals(bytes);
  return { body: asText ? text : bytes.toString('base64'), isBase64Encoded: !asText };
};

const scan = async (table: TestTable, partnerId: string): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        FilterExpression: 'contains(pk, :partner) OR contains(sk, :partner) OR partner_id = :partner',
        ExpressionAttributeValues: { ':partner': partnerId },
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  const placeOf = (item: Item): string => `${String(item['pk'])}|${String(item['sk'])}`;
  return items.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
};

/** @param rateScale so low that calls are refused, or so high that none is */
export const openStage = async (table: TestTable, rateScale: number): Promise<Stage> => {
  const platform = new FakePlatform();
  const service = await startService(table, { platform, outbound: honestReceiver, rateScale });
  const victim = await populatedPartner(table, service);
  const caller = await populatedPartner(table, service);
  const { partner } = caller;
  const members = [await partner.member('owner'), await partner.member('developer'), await partner.member('viewer')];
  return {
    service,
    caller,
    victim,
    bearers: [partner.apiKey, ...members, partner.readOnlyKey],
    send: async (draft) => {
      const event = eventOf(draft.method, { query: queryText(draft) }, { ...draft.headers });
      const {
        statusCode = 200,
        headers = {},
        body = '',
      } = await dispatch(service.dispatcher, {
        ...event,
        ...withBody(draft),
      });
      return { status: statusCode, headers, text: body };
    },
    victimItems: () => scan(table, victim.partner.partnerId),
  };
};
