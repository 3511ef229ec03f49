import { dispatch } from '../../lambdas/api/dispatch.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { honestReceiver, populatedPartner, type PopulatedPartner } from '../harness/populated-partner.ts';
import { eventOf, startService, type TestService } from '../harness/service.ts';
import { FakePlatform } from '../harness/world.ts';
import { scanItems } from '../harness/scan-items.ts';
import { recordCommands } from '../harness/sent-commands.ts';
import type { TestTable } from '../harness/test-table.ts';
import { bodyBytes, queryText, type Draft } from './draft.ts';
import { openGateway, type Gateway } from './gateway.ts';
import type { Answer } from './judge.ts';
import { watchVerifyTokens, type VerifyTokens } from './verify-tokens.ts';

/** The service in this process, with a partner that calls and a victim whose data must not be visible. */
export interface Stage {
  readonly service: TestService;
  readonly caller: PopulatedPartner;
  readonly victim: PopulatedPartner;
  /** Its callbacks are sent on. It makes no calls. */
  readonly relayed: PopulatedPartner;
  /** The caller's credentials, from the most to the least permissions. */
  readonly bearers: readonly [string, ...string[]];
  readonly send: (draft: Draft) => Promise<Answer>;
  /** All items of the victim in the table. */
  readonly victimItems: () => Promise<readonly Item[]>;
  readonly verifyTokens: VerifyTokens;
  /** The service over HTTP, behind the local API Gateway. */
  readonly gateway: Gateway;
  readonly close: () => Promise<void>;
}

const isText = (contentType = ''): boolean =>
  /^\s*(text\/[^;]+|application\/(json|xml|javascript))\s*(;|$)/i.test(contentType);

/** API Gateway passes text as text, and other bodies in base64. */
const withBody = (draft: Draft): { readonly body?: string; readonly isBase64Encoded: boolean } => {
  const bytes = bodyBytes(draft);
  if (bytes.length === 0) return { isBase64Encoded: false };
  const text = bytes.toString('utf8');
  const asText = isText(draft.headers['content-type']) && Buffer.from(text).equals(bytes);
  return { body: asText ? text : bytes.toString('base64'), isBase64Encoded: !asText };
};

const scan = async (table: TestTable, partnerId: string): Promise<readonly Item[]> => {
  const found = await scanItems(table, {
    ConsistentRead: true,
    FilterExpression:
      'contains(pk, :partner) OR contains(sk, :partner) OR partner_id = :partner OR attribute_exists(memberships)',
    ExpressionAttributeValues: { ':partner': partnerId },
  });
  // Members have the partner in a list.
  const items = found.filter((item) => JSON.stringify(item).includes(partnerId));
  const placeOf = (item: Item): string => `${String(item['pk'])}|${String(item['sk'])}`;
  return items.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1));
};

/** @param rateScale a low factor, so that calls are refused, or a high one */
export const openStage = async (table: TestTable, rateScale: number): Promise<Stage> => {
  const platform = new FakePlatform();
  const verifyTokens = watchVerifyTokens(honestReceiver);
  const service = await startService(table, { platform, outbound: verifyTokens.outbound, rateScale });
  const victim = await populatedPartner(table, service);
  const caller = await populatedPartner(table, service);
  const relayed = await populatedPartner(table, service);
  const { partner } = caller;
  const members = [await partner.member('owner'), await partner.member('developer'), await partner.member('viewer')];
  verifyTokens.begin();
  const recorder = recordCommands(table);
  const gateway = await openGateway(service.dispatcher);
  return {
    service,
    caller,
    victim,
    relayed,
    verifyTokens,
    gateway,
    close: async () => {
      recorder.stop();
      await gateway.stop();
    },
    bearers: [partner.apiKey, ...members, partner.readOnlyKey],
    send: async (draft) => {
      const event = eventOf(draft.method, { query: queryText(draft) }, { ...draft.headers });
      verifyTokens.given(draft);
      const { result, sent } = await recorder.during(() =>
        dispatch(service.dispatcher, { ...event, ...withBody(draft) }),
      );
      const { statusCode = 200, headers = {}, body = '' } = result;
      return { status: statusCode, headers, text: body, sent };
    },
    victimItems: () => scan(table, victim.partner.partnerId),
  };
};
