import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { completeSignUp } from './oauth.ts';
import { errorPage, signUpPage } from './sign-up-page.ts';
import type { Simulator } from './simulator.ts';
import type { PhoneNumber } from './state.ts';

const BODY_LIMIT = 64 * 1024;

interface Wish {
  readonly redirectUri: string;
  readonly state: string | null;
  readonly wabaId: string | undefined;
  readonly number: PhoneNumber | undefined;
}

/**
 * The OAuth dialog, `GET {graph}/dialog/oauth?client_id&redirect_uri&state`: a page with one button, which posts the form.
 *
 * `auto=1` answers at once with the redirect, `deny=1` with the redirect after a cancellation. `waba` chooses or creates the
 * business account, `number` (id or digits) chooses an existing number in place of a new one.
 */
export async function answerDialog(
  simulator: Simulator,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'POST') {
    response.writeHead(405, { allow: 'GET, POST' }).end();
    return;
  }
  const pressed = request.method === 'POST';
  const parameters = pressed
    ? new URLSearchParams((await readBody(request, BODY_LIMIT)).toString('utf8'))
    : url.searchParams;
  const wish = wishOf(simulator, parameters);
  if (typeof wish === 'string') {
    sendPage(response, 400, errorPage(wish));
  } else if (isOn(parameters, 'deny')) {
    redirect(response, wish, {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    });
  } else if (pressed || isOn(parameters, 'auto')) {
    const { wabaId, number, redirectUri } = wish;
    redirect(response, wish, { code: completeSignUp(simulator, { wabaId, numberId: number?.id, redirectUri }) });
  } else {
    const waba = simulator.storage.state.wabas.get(wish.number?.wabaId ?? wish.wabaId ?? '');
    const displayNumber = wish.number?.fields['display_phone_number'];
    sendPage(
      response,
      200,
      signUpPage({
        account: waba?.name ?? (wish.wabaId === undefined ? undefined : `Account ${wish.wabaId}`),
        number: typeof displayNumber === 'string' ? displayNumber : undefined,
        returnHost: new URL(wish.redirectUri).host,
        parameters,
      }),
    );
  }
}

/** The requested sign-up, or why it is not possible. */
function wishOf({ appId, storage }: Simulator, parameters: URLSearchParams): Wish | string {
  if (parameters.get('client_id') !== appId) return 'The app (client_id) is unknown.';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri) || !/^https?:$/.test(new URL(redirectUri).protocol)) {
    return 'The redirect_uri is missing or is not a web address.';
  }
  const wabaId = parameters.get('waba') ?? undefined;
  if (wabaId !== undefined && !/^\d{1,30}$/.test(wabaId)) return 'The business account (waba) must consist of digits.';
  const asked = parameters.get('number');
  const number = asked === null ? undefined : findNumber([...storage.state.numbers.values()], asked);
  if (asked !== null && number === undefined) return 'There is no such number.';
  if (number !== undefined && wabaId !== undefined && number.wabaId !== wabaId) {
    return 'The number belongs to another business account.';
  }
  return { redirectUri, state: parameters.get('state'), wabaId, number };
}

function findNumber(numbers: readonly PhoneNumber[], asked: string): PhoneNumber | undefined {
  const digits = asked.replaceAll(/\D/g, '');
  return (
    numbers.find(({ id }) => id === asked) ??
    numbers.find(({ fields }) => String(fields['display_phone_number']).replaceAll(/\D/g, '') === digits)
  );
}

function isOn(parameters: URLSearchParams, name: string): boolean {
  return parameters.get(name) === '1';
}

function redirect(response: ServerResponse, wish: Wish, answer: Readonly<Record<string, string>>): void {
  const target = new URL(wish.redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (wish.state !== null) target.searchParams.set('state', wish.state);
  response.writeHead(302, { location: target.href, 'cache-control': 'no-store' }).end();
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    })
    .end(html);
}
