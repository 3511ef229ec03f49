import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import { methodsOf, type RouteName, type Routes } from '../../packages/client/src/routes.ts';
import { trafficDeviations } from '../../tools/harness/traffic.ts';
import { callEveryRoute } from './call-every-route.ts';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';

let whole: WholeStack;
const reached = new Map<string, number>();
const deviations: string[] = [];

beforeAll(async () => {
  whole = await startWholeStack();
});
afterAll(() => whole.stack.stop());

/** Checks requests and responses against the API description. */
const described: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const response = await fetch(input, init);
  const body = typeof init?.body === 'string' ? init.body : '';
  const text = await response.clone().text();
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  deviations.push(
    ...trafficDeviations({ method: init?.method ?? 'GET', query: url.search.slice(1), body, status, headers, text }),
  );
  return response;
};

const clientOf = (token: string): Client => {
  const { api_url: apiUrl, apikey } = whole.stack.description;
  return createClient({ apiUrl, apikey, token, fetch: described });
};

/** Calls a route with its example in the API description and ids of this stack. */
const caller =
  (client: Client) =>
  async <Name extends RouteName>(
    route: Name,
    parameters: Partial<Routes[Name]['parameters']>,
    method?: Routes[Name]['method'],
  ): Promise<Routes[Name]['response']> => {
    const { status, body } = await client.call(route, parameters, method === undefined ? {} : { method });
    reached.set(`${method ?? methodsOf[route][0]} ${route}`, status);
    return body;
  };

const platform = (instruction: object): Promise<unknown> =>
  fetch(whole.stack.description.platform.control_url, { method: 'POST', body: JSON.stringify(instruction) });

test('a client of the API description reaches every route with every method, and every response conforms to it', async () => {
  const call = caller(clientOf(whole.partner.api_key));
  const member = caller(clientOf(whole.partner.members.find(({ role }) => role === 'owner')?.jwt ?? ''));

  const [theirs] =
    whole.stack.description.partners.find(({ partner_id: id }) => id !== whole.partner.partner_id)?.members ?? [];
  const invitee = { call: caller(clientOf(theirs?.jwt ?? '')), email: theirs?.email ?? '' };

  const { receiver_url: webhook_url, verify_token: platform_verify_token } = whole.partner;
  const endpoint = { webhook_url, platform_verify_token };
  await callEveryRoute({ call, member, invitee, platform, endpoint });

  const all = Object.entries(methodsOf).flatMap(([route, methods]) => methods.map((method) => `${method} ${route}`));
  expect([...reached.keys()].toSorted()).toEqual(all.toSorted());
  expect([...reached.values()].every((status) => status >= 200 && status < 300)).toBe(true);
  expect(deviations).toEqual([]);
});
