import { mock } from 'node:test';
import { verifyWithFallback } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { z } from 'zod';
import type { Clock } from '../../lambdas/kernel/time.ts';
import type { OutboundClient, OutboundRequest, OutboundResult } from '../../lambdas/outbound/client.ts';

const body = z.object({
  id: z.string(),
  type: z.string(),
  api_version: z.literal('1.1.0'),
  timestamp: z.string(),
  partner_id: z.string(),
  environment: z.literal('local'),
  sequence: z.number().optional(),
  data: z.record(z.string(), z.unknown()),
});

/** A received message, whose signatures were verified by the libraries that partners use. */
interface ReceivedMessage extends z.infer<typeof body> {
  readonly url: string;
  readonly at: number;
  readonly text: string;
  readonly signatures: readonly string[];
  readonly requestId: string | null;
  /** The timeout of the exchange; null: the client's own. */
  readonly limit: number | null;
}

export type Answer = OutboundResult | Error;

export const answered = (status: number, headers: Readonly<Record<string, string>> = {}): OutboundResult => ({
  kind: 'response',
  status,
  headers,
  body: Buffer.alloc(0),
  milliseconds: 7,
});

/** An answer with a body. */
export const answeredWith = (status: number, text: string): OutboundResult => ({
  kind: 'response',
  status,
  headers: {},
  body: Buffer.from(text),
  milliseconds: 7,
});

export const timedOut: OutboundResult = { kind: 'failed', error: 'timeout', milliseconds: 15_000 };

export interface VerifiedReceiver {
  readonly outbound: OutboundClient;
  readonly messages: readonly ReceivedMessage[];
  /** The signing secrets of each partner, the newest first. */
  readonly secrets: Map<string, readonly [string, ...string[]]>;
  /** How the endpoint answers; an Error stands for a worker that crashes after the message was sent. */
  answer: (message: ReceivedMessage) => Answer | Promise<Answer>;
  /** How it answers the handshake. */
  handshake: (request: OutboundRequest) => OutboundResult;
  /** How it answers what has no `webhook-id`, as callbacks of the platform. */
  callback: (request: OutboundRequest) => OutboundResult;
}

/** The libraries read the time from Date.now, which returns the test's time while they verify. */
const verified = async (
  request: OutboundRequest,
  text: string,
  [newest, ...older]: readonly [string, ...string[]],
  now: number,
): Promise<void> => {
  const headers = { ...request.headers };
  const clock = mock.method(Date, 'now', () => now);
  try {
    for (const secret of [newest, ...older]) {
      new Webhook(secret).verify(text, headers);
      new SvixWebhook(secret).verify(text, headers);
    }
  } finally {
    clock.mock.restore();
  }
  const hub = headers['x-hub-signature-256'] ?? '';
  if (!(await verifyWithFallback(newest, text, hub, [...older])))
    throw new Error('X-Hub-Signature-256 does not verify');
};

export const verifiedReceiver = (clock: Clock): VerifiedReceiver => {
  const messages: ReceivedMessage[] = [];
  const receiver: VerifiedReceiver = {
    messages,
    secrets: new Map(),
    answer: () => answered(200),
    handshake: () => answered(403),
    callback: () => answered(200),
    outbound: {
      close: () => undefined,
      send: async (request) => {
        if (request.method === 'GET') return receiver.handshake(request);
        if (!('webhook-id' in request.headers)) return receiver.callback(request);
        const text = request.body?.toString('utf8') ?? '';
        const parsed = body.parse(JSON.parse(text));
        const now = clock();
        const secrets = receiver.secrets.get(parsed.partner_id);
        if (secrets === undefined) throw new Error('there is no secret to verify what this partner gets');
        await verified(request, text, secrets, now);
        if (request.headers['webhook-id'] !== parsed.id) throw new Error('webhook-id is not the id of the event');
        const signatures = (request.headers['webhook-signature'] ?? '').split(' ');
        const requestId = request.headers['x-request-id'] ?? null;
        const sent = { ...parsed, url: request.url, at: now, text, signatures };
        const message = { ...sent, requestId, limit: request.limit ?? null };
        messages.push(message);
        const answer = await receiver.answer(message);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  };
  return receiver;
};
