import { createClient, type Client } from '../../packages/client/src/client.ts';
import { methodsOf } from '../../packages/client/src/routes.ts';
import type { BareStack } from '../first-day/bare-stack.ts';
import type { NewPartner } from '../first-day/operator-steps.ts';
import type { CallRoute } from '../stack/call-every-route.ts';

/** What calls the running stack from outside. */
export interface OutsideScene {
  readonly bare: BareStack;
  readonly partner: NewPartner;
  readonly client: Client;
  readonly call: CallRoute;
  readonly callAs: (token: string) => CallRoute;
  /** Tells the simulated platform something. */
  readonly platform: (instruction: object) => Promise<unknown>;
  /** Tells the partner's receiver how to answer. */
  readonly receiver: (instruction: object) => Promise<unknown>;
}

const post = (url: string, body: object): Promise<unknown> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body) });

export const outsideScene = (bare: BareStack, partner: NewPartner): OutsideScene => {
  const { api_url: apiUrl, platform, receiver } = bare.stack.description;
  const clientOf = (token: string): Client => createClient({ apiUrl, apikey: partner.apikey, token });
  const callAs =
    (token: string): CallRoute =>
    async (route, parameters, method) =>
      (await clientOf(token).call(route, parameters, { method: method ?? methodsOf[route][0] })).body;
  return {
    bare,
    partner,
    callAs,
    client: clientOf(partner.apiKey),
    call: callAs(partner.apiKey),
    platform: (instruction) => post(platform.control_url, instruction),
    receiver: (instruction) => post(receiver.control_url, { partner: 3, ...instruction }),
  };
};
