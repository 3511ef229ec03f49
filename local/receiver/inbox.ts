/** A request to a hook. `received_at` is ISO 8601, `body` the exact text, `status` the status of the answer. */
export interface Received {
  readonly partner: number;
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
  readonly received_at: string;
  readonly status: number;
}

export interface Inbox {
  readonly add: (received: Received) => void;
  /** In the order of arrival; of one partner, or of all. */
  readonly list: (partner: number | undefined) => Received[];
  readonly empty: (partner: number | undefined) => void;
}

export interface InboxLimits {
  readonly entries: number;
  /** Characters of all bodies together. */
  readonly text: number;
}

const LIMITS: InboxLimits = { entries: 200_000, text: 256 * 1024 * 1024 };

/** The newest requests: at most 200,000, with at most 256 Mi characters of bodies. Beyond either limit the oldest tenth is dropped. */
export function createInbox(limits: InboxLimits = LIMITS): Inbox {
  let entries: Received[] = [];
  let text = 0;

  function keep(kept: Received[]): void {
    entries = kept;
    text = kept.reduce((sum, { body }) => sum + body.length, 0);
  }

  return {
    add(received) {
      entries.push(received);
      text += received.body.length;
      while (entries.length > limits.entries || (text > limits.text && entries.length > 1)) {
        keep(entries.slice(Math.ceil(entries.length / 10)));
      }
    },
    list: (partner) => entries.filter((entry) => partner === undefined || entry.partner === partner),
    empty(partner) {
      keep(partner === undefined ? [] : entries.filter((entry) => entry.partner !== partner));
    },
  };
}
