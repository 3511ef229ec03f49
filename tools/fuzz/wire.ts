import type { Dice } from './dice.ts';
import { servicePath, type Gateway, type WireAnswer, type WireRequest } from './gateway.ts';
import type { Findings } from './findings.ts';
import { errorEnvelope, uuid } from './judge.ts';

/** Requests that test HTTP: paths, methods, headers and bodies, and not parameters. */

const documentPath = `${servicePath}/openapi.json`;
const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'TRACE', 'OPTIONS', 'PROPFIND', 'REPORT'] as const;
const unknownPaths = [
  '/functions/v1/swift-worker/',
  '/functions/v1/swift-worker/openapi.json/',
  '/functions/v1/Swift-Worker',
  '/functions/v2/swift-worker?route=list-partner-customers',
  '//functions/v1/swift-worker',
  '/functions/v1/swift-worker/..%2f',
  '/.env',
  '/wp-login.php',
  '/%00',
  '/connect',
  `/${'a'.repeat(4_000)}`,
] as const;
const sizes = [0, 0, 2, 262_144, 262_145, 1_000_000, 5_000_000, 6_400_000, 10_485_761] as const;

/** For larger bodies the gateway or Lambda answers itself: the event contains the body as text or in base64. */
const largestEventBody = 4_500_000;

const newRequest = (dice: Dice, headers: Readonly<Record<string, string>>): WireRequest => {
  const path = dice.pick([servicePath, servicePath, documentPath, dice.any(unknownPaths) ?? '/none']);
  const method = dice.pick(methods);
  const size = method === 'GET' || method === 'HEAD' || method === 'TRACE' ? 0 : dice.pick(sizes);
  const typed: WireRequest['headers'] = dice.chance(0.8) ? { 'content-type': 'application/json' } : {};
  const known: WireRequest['headers'] = dice.chance(0.8) ? headers : {};
  const query = path === servicePath && dice.chance(0.7) ? '?route=list-partner-customers' : '';
  return { method, path: path + query, headers: { ...known, ...typed }, body: Buffer.alloc(size, 'b') };
};

const statusesOf = ({ method, path, body, headers }: WireRequest): readonly number[] => {
  const isService = path.split('?')[0] === servicePath;
  const isOdd = !['GET', 'POST', 'PATCH', 'DELETE'].includes(method);
  if (path === documentPath) return method === 'GET' || method === 'HEAD' ? [200] : [405];
  if (!isService) return [404];
  if (isOdd) return [405, 429];
  if (headers['authorization'] === undefined) return [401];
  if (body.length <= 256 * 1024 || method === 'GET') return [200, 400, 413, 415, 429];
  // A body without a type is refused for that, if its query does not name a route whose limit it exceeds.
  return headers['content-type'] === undefined ? [413, 415, 429] : [413, 429];
};

/** The faults of an HTTP answer. */
export const judgeWire = (request: WireRequest, { status, headers, text }: WireAnswer): readonly string[] => {
  if (request.body.length > largestEventBody && status === 413) return [];
  if (request.method === 'OPTIONS') return status === 204 ? [] : [`the preflight got ${status}`];
  const expected = statusesOf(request);
  const findings = [
    ...(expected.includes(status) ? [] : [`the status ${status} instead of ${expected.join(' or ')}`]),
    ...(uuid.test(String(headers['x-request-id'])) ? [] : ['no x-request-id']),
    ...(status === 405 && headers['allow'] === undefined ? ['405 without Allow'] : []),
  ];
  if (status < 400 || request.method === 'HEAD') return findings;
  const isEnvelope = errorEnvelope.safeParse(parsed(text)).success;
  return isEnvelope ? findings : [...findings, 'outside the error envelope'];
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Sends a request over HTTP. @returns the status */
export const askOnWire = async (
  gateway: Gateway,
  headers: Readonly<Record<string, string>>,
  dice: Dice,
  findings: Findings,
): Promise<number> => {
  const request = newRequest(dice, headers);
  const answer = await gateway.send(request);
  const sent = `${request.method} ${request.path} with ${request.body.length} bytes`;
  for (const what of judgeWire(request, answer)) findings.addOther(what, sent, `${answer.status} ${answer.text}`);
  return answer.status;
};
