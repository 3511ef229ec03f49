import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ControlError, readControl, refusesForeignSite } from '@swift-worker/loopback/control.ts';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import type { Inbox, Received } from './inbox.ts';
import type { PlannedAnswers } from './planned-answers.ts';

export interface ControlDependencies {
  readonly inbox: Inbox;
  readonly plannedAnswers: PlannedAnswers;
  readonly verifyTokens: Map<number, string>;
}

/**
 * The HTTP API for tests and people:
 *
 * - `GET /inbox?partner=N`: the requests in the order of arrival (without `partner`: of all); `DELETE /inbox?partner=N`.
 * - `POST /control` `{partner, status = 200, times?, delay_ms = 0, headers = {}, body = "", method?}`: the partner's next
 *   `times` answers (without: all, until cleared) to `method` (without: to any, the handshake included). It replaces the
 *   earlier plan for the same method. `{partner, clear: true}` removes all plans.
 * - `POST /control` `{partner, verify_token}`: the token that the handshake accepts from now on.
 */
export async function answerControl(
  dependencies: ControlDependencies,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (refusesForeignSite(request, response)) return;
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  try {
    switch (`${request.method ?? 'GET'} ${url.pathname}`) {
      case 'GET /inbox':
        await sendInbox(response, dependencies.inbox.list(partnerOf(url)));
        return;
      case 'DELETE /inbox':
        dependencies.inbox.empty(partnerOf(url));
        sendJson(response, 200, { ok: true });
        return;
      case 'POST /control':
        apply(dependencies, await readControl(request, Control));
        sendJson(response, 200, { ok: true });
        return;
      default:
        sendJson(response, 404, { error: 'There are GET and DELETE /inbox and POST /control.' });
    }
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
}

const Partner = z.int().min(1);

const Headers = z.record(z.string(), z.string()).refine(
  (headers) =>
    Object.entries(headers).every(([name, value]) => {
      try {
        validateHeaderName(name);
        validateHeaderValue(name, value);
        return true;
      } catch {
        return false;
      }
    }),
  'has a name or value that HTTP does not allow',
);

const Answer = z.strictObject({
  partner: Partner,
  status: z.int().min(200).max(599).default(200),
  times: z.int().min(1).optional(),
  delay_ms: z.int().min(0).max(600_000).default(0),
  headers: Headers.default({}),
  body: z.string().default(''),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
});
const Clear = z.strictObject({ partner: Partner, clear: z.literal(true) });
const VerifyToken = z.strictObject({ partner: Partner, verify_token: z.string().min(1) });

type Instruction =
  | { readonly kind: 'answer'; readonly answer: z.infer<typeof Answer> }
  | { readonly kind: 'clear'; readonly partner: number }
  | { readonly kind: 'verify_token'; readonly partner: number; readonly token: string };

/** The form is chosen by the keys that are present, so that an error is reported for the intended form. */
const Control = z.looseObject({ partner: Partner }).transform((body, context): Instruction => {
  const form = 'clear' in body ? Clear : 'verify_token' in body ? VerifyToken : Answer;
  const parsed = form.safeParse(body);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  }
  const { data } = parsed;
  if ('clear' in data) return { kind: 'clear', partner: data.partner };
  if ('verify_token' in data) return { kind: 'verify_token', partner: data.partner, token: data.verify_token };
  return { kind: 'answer', answer: data };
});

function apply({ plannedAnswers, verifyTokens }: ControlDependencies, instruction: Instruction): void {
  switch (instruction.kind) {
    case 'answer': {
      const { partner, status, times, delay_ms: delayMs, headers, body, method } = instruction.answer;
      plannedAnswers.set({ partner, status, times, delayMs, headers, body, method });
      return;
    }
    case 'clear':
      plannedAnswers.clear(instruction.partner);
      return;
    case 'verify_token':
      verifyTokens.set(instruction.partner, instruction.token);
  }
}

function partnerOf(url: URL): number | undefined {
  const text = url.searchParams.get('partner');
  if (text === null) return undefined;
  const parsed = Partner.safeParse(Number(text));
  if (!parsed.success) throw new ControlError('partner: must be a whole number from 1.');
  return parsed.data;
}

/** Sends the entries in parts: a full inbox is longer than a string can be. */
async function sendInbox(response: ServerResponse, entries: readonly Received[]): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  await pipeline(Readable.from(jsonOf(entries)), response);
}

const PIECE = 100;

function* jsonOf(entries: readonly Received[]): Generator<string> {
  yield '[';
  for (let start = 0; start < entries.length; start += PIECE) {
    const piece = entries.slice(start, start + PIECE).map((entry) => JSON.stringify(entry));
    yield `${start === 0 ? '' : ',\n'}${piece.join(',\n')}`;
  }
  yield ']';
}
