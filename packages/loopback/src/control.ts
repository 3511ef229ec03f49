import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ZodType } from 'zod';
import { readBody, sendJson } from './exchange.ts';
import { isForeignSite } from './own-machine.ts';

/** A control call that is invalid. The message is shown in the answer. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}

/** Refuses a request of another site's page, and says whether it did. */
export function refusesForeignSite(request: IncomingMessage, response: ServerResponse): boolean {
  if (!isForeignSite(request)) return false;
  request.resume();
  sendJson(response, 403, { error: 'Pages of other sites may not control this machine.' });
  return true;
}

const BODY_LIMIT = 32 * 1024 * 1024;

/** The parsed body of a control call. Rejects with ControlError, naming the field and the rule. */
export async function readControl<T>(request: IncomingMessage, schema: ZodType<T>): Promise<T> {
  const text = (await readBody(request, BODY_LIMIT)).toString('utf8');
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new ControlError(`${field === '' ? 'The body' : field}: ${issue?.message ?? 'invalid'}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ControlError('The body is not JSON.');
  }
}
