import { redirectUrisOf } from './app.ts';
import { jsonOf } from './simulator.ts';
import type { Simulator } from './simulator.ts';
import type { PhoneNumber } from './state.ts';

/** How the person came, and how the answer goes back. */
type Way =
  | { readonly kind: 'dialog'; readonly redirectUri: string; readonly state: string | null }
  /** A window of the script for browsers; `callback` is the id of its login. */
  | { readonly kind: 'window'; readonly origin: string; readonly callback: string };

/** What the window tells the page that opened it. */
const MESSAGES = ['finish', 'cancel', 'error', 'none'] as const;
type Message = (typeof MESSAGES)[number];

export interface SignUpRequest {
  readonly way: Way;
  readonly portfolioId: string | undefined;
  readonly wabaId: string | undefined;
  /** Null: no number. */
  readonly number: PhoneNumber | null | undefined;
  /** Whether the app offers coexistence. */
  readonly offersCoexistence: boolean;
  readonly coexistence: boolean;
  readonly message: Message;
  /** The screen at which the person cancels. */
  readonly step: string;
}

/** A sign-up that is not possible; the message is a sentence for people. */
export class SignUpRefused extends Error {
  override readonly name = 'SignUpRefused';
}

function refuseUnless(isTrue: boolean, sentence: string): asserts isTrue {
  if (!isTrue) throw new SignUpRefused(sentence);
}

/**
 * The parameters of the dialog, of which the strict ones are those of
 * https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow and
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
 * @throws SignUpRefused
 */
export function readSignUpRequest(simulator: Simulator, parameters: URLSearchParams): SignUpRequest {
  refuseUnless(parameters.get('client_id') === simulator.appId, 'The app (client_id) is unknown.');
  const way = wayOf(simulator, parameters);
  const configId = parameters.get('config_id');
  refuseUnless(configId !== null, 'The configuration of the sign-up (config_id) is missing.');
  refuseUnless(configId === simulator.configId, 'The configuration of the sign-up (config_id) is unknown.');
  refuseUnless(parameters.get('response_type') === 'code', 'The response_type must be code.');
  refuseUnless(
    parameters.get('override_default_response_type') === 'true',
    'The parameter override_default_response_type must be true.',
  );
  const offersCoexistence = readExtras(parameters.get('extras'));
  const coexistence = isOn(parameters, 'coexistence');
  refuseUnless(offersCoexistence || !coexistence, 'The app does not offer coexistence: extras has no featureType.');
  const message = MESSAGES.find((name) => name === (parameters.get('message') ?? 'finish'));
  refuseUnless(message !== undefined, `The message must be one of ${MESSAGES.join(', ')}.`);
  const step = parameters.get('current_step') ?? 'PHONE_NUMBER_SETUP';
  return { way, ...chosen(simulator, parameters), offersCoexistence, coexistence, message, step };
}

export function isOn(parameters: URLSearchParams, name: string): boolean {
  return parameters.get(name) === '1';
}

function wayOf(simulator: Simulator, parameters: URLSearchParams): Way {
  const uris = redirectUrisOf(simulator);
  if (parameters.get('sdk') === 'joey') {
    const origin = parameters.get('origin') ?? '';
    const isAllowed = uris.some((uri) => new URL(uri).origin === origin);
    refuseUnless(isAllowed, 'The page’s origin is not among the allowed domains of the app.');
    return { kind: 'window', origin, callback: parameters.get('cb') ?? '' };
  }
  const redirectUri = parameters.get('redirect_uri') ?? '';
  refuseUnless(
    URL.canParse(redirectUri) && /^https?:$/.test(new URL(redirectUri).protocol),
    'The redirect_uri is missing or is not a web address.',
  );
  refuseUnless(uris.includes(redirectUri), 'The redirect_uri is not among the valid OAuth redirect URIs of the app.');
  return { kind: 'dialog', redirectUri, state: parameters.get('state') };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users */
const COEXISTENCE = 'whatsapp_business_app_onboarding';
/** Versions 2 and 3 have ended. https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/versions */
const VERSION = 'v4';

/** Returns whether the extras offer coexistence. */
function readExtras(text: string | null): boolean {
  if (text === null) return false;
  const extras = jsonOf(text);
  refuseUnless(typeof extras === 'object' && extras !== null && !Array.isArray(extras), 'The extras must be JSON.');
  const values = new Map<string, unknown>(Object.entries(extras));
  const featureType = values.get('featureType') ?? '';
  const isKnown = featureType === '' || featureType === COEXISTENCE;
  refuseUnless(isKnown, 'The featureType of the extras is unknown.');
  refuseUnless((values.get('version') ?? VERSION) === VERSION, 'The version of the extras is no longer supported.');
  return featureType === COEXISTENCE;
}

type Chosen = Pick<SignUpRequest, 'portfolioId' | 'wabaId' | 'number'>;

/** `portfolio`, `waba` and `number`, or the `choice` of the page: `waba:ID`, `number:ID`, `none`. */
function chosen({ storage }: Simulator, parameters: URLSearchParams): Chosen {
  const [, kind, id] = /^(waba|number):(\d+)$/.exec(parameters.get('choice') ?? '') ?? [];
  const wabaId = parameters.get('waba') ?? (kind === 'waba' ? id : undefined);
  const portfolioId = parameters.get('portfolio') ?? undefined;
  for (const given of [wabaId, portfolioId]) {
    refuseUnless(
      given === undefined || /^\d{1,30}$/.test(given),
      'The business account (waba) and the portfolio must consist of digits.',
    );
  }
  const asked = parameters.get('number') ?? (kind === 'number' ? id : undefined);
  const number = asked === undefined ? undefined : findNumber([...storage.state.numbers.values()], asked);
  const isNone = asked === 'none' || parameters.get('choice') === 'none';
  refuseUnless(asked === undefined || isNone || number !== undefined, 'There is no such number.');
  refuseUnless(
    number === undefined || wabaId === undefined || number.wabaId === wabaId,
    'The number belongs to another business account.',
  );
  const waba = storage.state.wabas.get(number?.wabaId ?? wabaId ?? '');
  refuseUnless(
    waba === undefined || portfolioId === undefined || waba.portfolioId === portfolioId,
    'The business account belongs to another portfolio.',
  );
  return { portfolioId, wabaId, number: isNone ? null : number };
}

function findNumber(numbers: readonly PhoneNumber[], asked: string): PhoneNumber | undefined {
  const digits = asked.replaceAll(/\D/g, '');
  return (
    numbers.find(({ id }) => id === asked) ??
    numbers.find(
      ({ fields }) => digits !== '' && String(fields['display_phone_number']).replaceAll(/\D/g, '') === digits,
    )
  );
}
