/** A call of the Graph API; `at` is the time of its arrival, ISO 8601. */
interface RecordedCall {
  readonly method: string;
  /** The path after the version, without the query. */
  readonly path: string;
  /** The query without secrets: tokens, codes, the app's secret. */
  readonly query: Record<string, string>;
  readonly status: number;
  readonly at: string;
  /** The connection was closed without an answer. */
  readonly dropped?: true;
}

export interface CallLog {
  readonly add: (call: RecordedCall) => void;
  /** The calls in the order of their answers. */
  readonly list: () => readonly RecordedCall[];
  readonly clear: () => void;
}

const LIMIT = 100_000;
const SECRETS = new Set(['access_token', 'input_token', 'client_secret', 'code']);

/** The newest 100,000 calls. Beyond that limit the oldest tenth is dropped. */
export function createCallLog(limit = LIMIT): CallLog {
  let calls: RecordedCall[] = [];
  return {
    add(call) {
      calls.push(call);
      if (calls.length > limit) calls = calls.slice(Math.ceil(limit / 10));
    },
    list: () => calls,
    clear() {
      calls = [];
    },
  };
}

export function openQuery(url: URL): Record<string, string> {
  return Object.fromEntries([...url.searchParams].filter(([name]) => !SECRETS.has(name)));
}
