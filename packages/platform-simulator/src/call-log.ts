/** One call of the Graph API that was answered; `at` is when it came, ISO 8601. */
interface RecordedCall {
  readonly method: string;
  /** After the version, without the query. */
  readonly path: string;
  /** Without what is secret: tokens, codes, the app's secret. */
  readonly query: Record<string, string>;
  readonly status: number;
  readonly at: string;
  /** The connection was cut instead of the answer. */
  readonly dropped?: true;
}

export interface CallLog {
  readonly add: (call: RecordedCall) => void;
  /** In the order in which they were answered. */
  readonly list: () => readonly RecordedCall[];
  readonly clear: () => void;
}

const LIMIT = 100_000;
const SECRETS = new Set(['access_token', 'input_token', 'client_secret', 'code']);

/** The newest 100,000 calls; beyond, the oldest tenth is dropped. */
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
