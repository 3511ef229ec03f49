import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { cancelled, failed, finished } from './session-info.ts';
import { completeSignUp } from './sign-up.ts';
import { choicesOf } from './sign-up-choices.ts';
import { errorPage, signUpPage } from './sign-up-page.ts';
import { SignUpRefused, isOn, readSignUpRequest } from './sign-up-request.ts';
import type { SignUpRequest } from './sign-up-request.ts';
import { windowPage } from './sign-up-window.ts';
import type { Simulator } from './simulator.ts';

const BODY_LIMIT = 64 * 1024;

/**
 * The OAuth dialog, `GET {graph}/dialog/oauth?client_id&redirect_uri&state&config_id&response_type=code&…`: a page with one
 * button, which posts the form. A window of the script for browsers has `sdk=joey&origin&cb` in place of `redirect_uri`.
 *
 * For programs: `auto=1` answers at once with the redirect, `deny=1` with the redirect after a cancellation. `portfolio` and
 * `waba` choose or create the customer's portfolio and business account, `number` (id or digits) chooses an existing number
 * in place of a new one, or `none`. `coexistence=1`: the number is on the business app. `message` (`finish`, `cancel`,
 * `error`, `none`) is what a window tells the page that opened it; `current_step` the screen of a cancellation.
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
  try {
    const wanted = readSignUpRequest(simulator, parameters);
    if (isOn(parameters, 'deny')) deny(simulator, response, wanted);
    else if (pressed || isOn(parameters, 'auto')) complete(simulator, response, wanted);
    else sendPage(response, 200, signUpPage({ ...choicesOf(simulator, wanted, parameters), parameters }));
  } catch (error) {
    if (!(error instanceof SignUpRefused)) throw error;
    sendPage(response, 400, errorPage(error.message));
  }
}

function complete(simulator: Simulator, response: ServerResponse, wanted: SignUpRequest): void {
  const { way, message, step } = wanted;
  if (way.kind === 'window' && (message === 'cancel' || message === 'error')) {
    close(simulator, response, wanted, null, message === 'cancel' ? cancelled(step) : failed(simulator.now()));
    return;
  }
  const redirectUri = way.kind === 'dialog' ? way.redirectUri : null;
  const signedUp = completeSignUp(simulator, { ...wanted, redirectUri });
  if (way.kind === 'dialog') redirect(response, way, { code: signedUp.code });
  else close(simulator, response, wanted, signedUp.code, message === 'none' ? null : finished(signedUp));
}

function deny(simulator: Simulator, response: ServerResponse, wanted: SignUpRequest): void {
  const { way, step } = wanted;
  if (way.kind === 'window') {
    close(simulator, response, wanted, null, cancelled(step));
    return;
  }
  redirect(response, way, {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  });
}

function redirect(
  response: ServerResponse,
  way: { readonly redirectUri: string; readonly state: string | null },
  answer: Readonly<Record<string, string>>,
): void {
  const target = new URL(way.redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  if (way.state !== null) target.searchParams.set('state', way.state);
  response.writeHead(302, { location: target.href, 'cache-control': 'no-store' }).end();
}

/** Ends a window: with a code or without, and with session information or without, before the code or after it. */
function close(
  simulator: Simulator,
  response: ServerResponse,
  { way }: SignUpRequest,
  code: string | null,
  info: string | null,
): void {
  if (way.kind !== 'window') return;
  const login = new URLSearchParams({ cb: way.callback, ...(code === null ? {} : { code }) }).toString();
  const isInfoFirst = code === null || simulator.turn('window') % 2 === 0;
  const messages = info === null ? [login] : isInfoFirst ? [info, login] : [login, info];
  const nonce = randomBytes(16).toString('base64');
  sendPage(response, 200, windowPage({ origin: way.origin, messages, nonce }), `'nonce-${nonce}'`);
}

function sendPage(response: ServerResponse, status: number, html: string, script = "'none'"): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src ${script}; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    })
    .end(html);
}
