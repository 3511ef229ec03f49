import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BodyTooLarge, queryOf, readBody } from '@swift-worker/loopback/exchange.ts';
import type { Inbox } from './inbox.ts';
import { logo, logoPath } from './logo.ts';
import type { PlannedAnswer, PlannedAnswers } from './planned-answers.ts';

const BODY_LIMIT = 4 * 1024 * 1024;

export interface HookDependencies {
  readonly inbox: Inbox;
  readonly plannedAnswers: PlannedAnswers;
  readonly verifyTokens: ReadonlyMap<number, string>;
}

/**
 * Answers `/hooks/N` as partner N's endpoint: the verification handshake on GET, 200 to everything else. Records every request.
 * `/logo.png` is an image for the hosted page.
 */
export async function answerHook(
  { inbox, plannedAnswers, verifyTokens }: HookDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const receivedAt = new Date().toISOString();
  const url = new URL(request.url ?? '/', 'https://127.0.0.1');
  if (url.pathname === logoPath) {
    response.writeHead(200, { 'content-type': 'image/png' }).end(logo);
    return;
  }
  const partner = /^\/hooks\/([1-9]\d{0,8})$/.exec(url.pathname)?.[1];
  if (partner === undefined) {
    response.writeHead(404, TEXT).end('no such hook');
    return;
  }
  const method = request.method ?? 'GET';
  const body = await readText(request);
  if (body === undefined) {
    response.writeHead(413, TEXT).end('the body is over 4 MiB');
    return;
  }
  const number = Number(partner);
  const answer =
    plannedAnswers.take(number, method) ??
    (method === 'GET' ? handshake(url.searchParams, verifyTokens.get(number)) : HEALTHY);
  inbox.add({
    partner: number,
    method,
    path: url.pathname,
    query: queryOf(url),
    headers: request.headers,
    body,
    received_at: receivedAt,
    status: answer.status,
  });
  if (answer.delayMs > 0) await wait(answer.delayMs, undefined, { ref: false });
  response.writeHead(answer.status, { ...TEXT, ...answer.headers }).end(answer.body);
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' } as const;
const HEALTHY: PlannedAnswer = { status: 200, delayMs: 0, headers: {}, body: '' };
const REFUSED: PlannedAnswer = { ...HEALTHY, status: 403 };

function handshake(query: URLSearchParams, verifyToken: string | undefined): PlannedAnswer {
  const challenge = query.get('hub.challenge');
  if (verifyToken === undefined || challenge === null) return REFUSED;
  const verified = query.get('hub.mode') === 'subscribe' && query.get('hub.verify_token') === verifyToken;
  return verified ? { ...HEALTHY, body: challenge } : REFUSED;
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  try {
    return (await readBody(request, BODY_LIMIT)).toString('utf8');
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined;
    throw error;
  }
}
