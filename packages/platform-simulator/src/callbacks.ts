import { PlatformError, gone, invalidParameter } from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';
import type { PhoneNumber, Waba } from './state.ts';
import { replacePin } from './two-step.ts';

const URI_LIMIT = 200;
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** `GET /{waba}/subscribed_apps`: our app and others, ours last. */
export function listSubscribedApps(simulator: Simulator, _call: GraphCall, waba: Waba): unknown {
  const override = waba.overrideCallbackUri === null ? {} : { override_callback_uri: waba.overrideCallbackUri };
  return {
    data: [
      ...waba.otherApps.map((id) => subscription(id, 'Other')),
      ...(waba.subscribed ? [{ ...subscription(simulator.appId, 'swift-worker (local)'), ...override }] : []),
    ],
  };
}

function subscription(id: string, name: string): { readonly whatsapp_business_api_data: object } {
  const link = `https://platform.invalid/games/?app_id=${id}`;
  return { whatsapp_business_api_data: { id, name, link } };
}

/** `POST /{waba}/subscribed_apps`: subscribes the app; with a URI it sets the override, without one it clears the override. */
export async function subscribeApp(simulator: Simulator, call: GraphCall, waba: Waba): Promise<unknown> {
  const uri = textOf(call, 'override_callback_uri');
  if (uri === undefined) {
    waba.subscribed = true;
    waba.overrideCallbackUri = null;
  } else {
    await verify(simulator, uri, textOf(call, 'verify_token'), waba);
    waba.overrideCallbackUri = uri;
  }
  simulator.storage.changed();
  return { success: true };
}

/** `DELETE /{waba}/subscribed_apps`: for every number of the business account. */
export function unsubscribeApp({ storage }: Simulator, _call: GraphCall, waba: Waba): unknown {
  waba.subscribed = false;
  waba.overrideCallbackUri = null;
  storage.changed();
  return { success: true };
}

/** `POST /{phone} {"webhook_configuration": {"override_callback_uri", "verify_token"}}`; an empty URI clears. */
export async function configureNumber(simulator: Simulator, call: GraphCall, number: PhoneNumber): Promise<unknown> {
  const { state } = simulator.storage;
  const configuration = objectOf(call.parameters['webhook_configuration']);
  const uri = configuration?.['override_callback_uri'];
  if (configuration === undefined && call.parameters['pin'] !== undefined) return replacePin(simulator, call, number);
  if (typeof uri !== 'string') {
    throw invalidParameter('The parameter webhook_configuration.override_callback_uri is required.');
  }
  if (uri !== '') {
    const verifyToken = configuration?.['verify_token'];
    const waba = state.wabas.get(number.wabaId);
    await verify(simulator, uri, typeof verifyToken === 'string' ? verifyToken : undefined, waba);
  }
  // The number may have been deleted during the handshake.
  if (state.numbers.get(number.id) !== number) throw gone(call.method, number.id);
  number.overrideCallbackUri = uri === '' ? null : uri;
  simulator.storage.changed();
  return { success: true };
}

async function verify(
  { outbound }: Simulator,
  uri: string,
  verifyToken: string | undefined,
  waba: Waba | undefined,
): Promise<void> {
  if (waba?.subscribed !== true) {
    throw new PlatformError(400, {
      code: 100,
      message:
        '(#100) Before override the current callback uri, your app must be subscribed to receive messages for WhatsApp Business Account',
    });
  }
  if (uri.length > URI_LIMIT) {
    throw invalidParameter(`Param override_callback_uri must be at most ${URI_LIMIT} characters long.`);
  }
  const { protocol = '', hostname = '' } = URL.parse(uri) ?? {};
  // The platform takes https alone. Here an endpoint of this machine needs no certificate.
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.has(hostname))) {
    throw invalidParameter('Param override_callback_uri must be a valid secure URI.');
  }
  if (verifyToken === undefined || verifyToken === '')
    throw invalidParameter('The parameter verify_token is required.');
  await outbound.handshake(uri, verifyToken);
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}
