import { randomInt } from 'node:crypto';
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** Where the service is, and who calls. */
export interface Access {
  readonly api_url: string;
  /** The publishable key of the stage. */
  readonly apikey: string;
  readonly api_key: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Query of a GET, body of the others; `route` is among them. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** The connection ended before the answer: whether the call was carried out is not known. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

export interface Client {
  /** Repeats what the service asks to repeat, and what got no answer; @throws ConnectionLost when none ever comes */
  readonly call: (call: Call) => Promise<Answer>;
  /** Sends the call, and cuts the connection before the answer. */
  readonly cutOff: (call: Call) => Promise<void>;
  /** How often the service asked to wait. */
  readonly waits: () => number;
  readonly close: () => void;
}

const maxAttempts = 6;
const refusal = z.object({ error: z.object({ code: z.string() }) });

/** Milliseconds until the service wants to be asked again; RFC 9110 has seconds or a date. */
const retryAfterOf = ({ headers }: Answer): number | undefined => {
  const header = headers['retry-after'];
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};

/** Whether the same call may get another answer later. */
const isPassing = (answer: Answer): boolean => {
  if (answer.status === 429 || answer.status >= 500) return true;
  const refused = refusal.safeParse(answer.body);
  return refused.success && refused.data.error.code === 'idempotency_in_progress';
};

/** Doubles from 100 ms, with jitter, so that callers which failed together don't come back together. */
const backoff = (attempt: number): number => randomInt(50, 101) * 2 ** attempt;

const open = (access: Access, agent: Agent, call: Call): { request: ClientRequest; body: string } => {
  const url = new URL(access.api_url);
  const isGet = call.method === 'GET';
  if (isGet) {
    for (const [name, value] of Object.entries(call.parameters)) url.searchParams.set(name, String(value));
  }
  const body = isGet ? '' : JSON.stringify(call.parameters);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method: call.method,
    agent,
    headers: {
      apikey: access.apikey,
      authorization: `Bearer ${access.api_key}`,
      ...(isGet ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
  });
  return { request, body };
};

const readAnswer = async (response: IncomingMessage): Promise<Answer> => {
  const body = await text(response);
  const isJson = response.headers['content-type']?.startsWith('application/json') === true;
  const parsed: unknown = isJson ? JSON.parse(body) : body;
  return { status: response.statusCode ?? 0, headers: response.headers, body: parsed };
};

const sendOnce = (access: Access, agent: Agent, call: Call): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { request, body } = open(access, agent, call);
    const fail = (error: unknown): void => {
      reject(new ConnectionLost(`no answer from ${access.api_url}`, { cause: error }));
    };
    request.once('error', fail);
    request.once('response', (response) => {
      readAnswer(response).then(resolve, fail);
    });
    request.end(body);
  });

/** @param wait so many milliseconds; a test's may be shorter */
export const createClient = (access: Access, wait: (milliseconds: number) => Promise<unknown>): Client => {
  const { protocol } = new URL(access.api_url);
  const agent = protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  let waits = 0;
  const attempt = async (call: Call, number: number): Promise<Answer> => {
    const isLast = number === maxAttempts;
    try {
      const answer = await sendOnce(access, agent, call);
      if (isLast || !isPassing(answer)) return answer;
      waits += 1;
      await wait(retryAfterOf(answer) ?? backoff(number));
    } catch (error) {
      if (isLast || !(error instanceof ConnectionLost)) throw error;
      await wait(backoff(number));
    }
    return attempt(call, number + 1);
  };
  return {
    call: (call) => attempt(call, 1),
    cutOff: (call) =>
      new Promise((resolve) => {
        const { request, body } = open(access, agent, call);
        const cut = (): void => {
          request.destroy();
          resolve();
        };
        request.once('error', cut);
        request.end(body, cut);
      }),
    waits: () => waits,
    close: () => {
      agent.destroy();
    },
  };
};
