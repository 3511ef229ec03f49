import * as z from 'zod/mini';
import { second, type Clock, type Milliseconds } from '../kernel/time.ts';
import type { ProbeAccess } from './access.ts';

const refusal = z.object({ error: z.object({ code: z.string() }) });

/** Longer than API Gateway waits for an answer. */
const longestAnswer: Milliseconds = 31 * second;

/** @throws Error when the address does not answer */
export const fetchOf = async (what: string, url: URL, request: RequestInit = {}): Promise<Response> => {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(longestAnswer) });
  } catch (cause) {
    throw new Error(`${what} did not answer`, { cause });
  }
};

type Parameters = Readonly<Record<string, string | number>>;

/** A partner's calls. The answer is read as `output`. */
export type CallRoute = <T>(
  method: 'GET' | 'POST',
  route: string,
  parameters: Parameters,
  output: z.ZodMiniType<T>,
) => Promise<T>;

export const credentialsOf = ({ apikey, key }: ProbeAccess): Readonly<Record<string, string>> => ({
  apikey,
  authorization: `Bearer ${key}`,
  'user-agent': 'swift-worker-probe',
});

/** @throws Error when the call is refused, with the code as its cause, or answered with something else. It has nothing of the answer */
export const partnerCalls =
  (apiUrl: string, access: ProbeAccess): CallRoute =>
  async (method, route, parameters, output) => {
    const url = new URL(apiUrl);
    url.searchParams.set('route', route);
    if (method === 'GET')
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, `${value}`);
    const headers = { ...credentialsOf(access), 'content-type': 'application/json' };
    const response = await fetchOf(route, url, {
      method,
      headers,
      ...(method === 'POST' && { body: JSON.stringify({ route, ...parameters }) }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) {
      const code = refusal.safeParse(answer).data?.error.code ?? 'without a code';
      throw new Error(`${route} answered ${response.status} ${code}`, { cause: code });
    }
    const read = output.safeParse(answer);
    if (!read.success) throw new Error(`${route} answered ${response.status} with something else`);
    return read.data;
  };

export interface Patience {
  readonly clock: Clock;
  readonly sleep: (milliseconds: Milliseconds) => Promise<void>;
}

/** How long an event or a report may take. */
const longestWait: Milliseconds = 60 * second;

/** Asks until the answer is the wanted one. @throws Error after a minute */
export const until = async <T>(
  { clock, sleep }: Patience,
  what: string,
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
): Promise<void> => {
  for (const end = clock() + longestWait; !wanted(await ask());) {
    if (clock() > end) throw new Error(what);
    await sleep(2 * second);
  }
};
