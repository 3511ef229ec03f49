import { z } from 'zod';

/** An injected fault. Without `status` and `drop` it is only a delay. */
export interface Fault {
  /** Undefined: any. */
  readonly method?: string | undefined;
  /** Prefix of the path after the version, with its leading slash. */
  readonly path: string;
  /** The call is answered with this status and not performed. */
  readonly status?: number | undefined;
  /** A string is sent as it is, anything else as JSON; undefined: an error envelope that suits the status. */
  readonly body?: unknown;
  readonly headers: Record<string, string>;
  /** How many calls it affects; undefined: all until cleared. */
  readonly times?: number | undefined;
  /** How many calls pass first. */
  readonly skip: number;
  readonly delayMs: number;
  /** Closes the connection without an answer, so that the caller can't know whether the call was performed. */
  readonly drop: boolean;
}

export interface Faults {
  readonly add: (fault: Fault) => void;
  readonly clear: () => void;
  /** The fault for this call, which is counted. The oldest fault that is not used up takes precedence. */
  readonly take: (method: string, path: string) => Fault | undefined;
  /** The code of a fault for this path that holds until it is cleared: it is how things are, and not a moment. */
  readonly lastingCode: (path: string) => number | undefined;
}

const Refusal = z.object({ error: z.object({ code: z.number() }) });

export function createFaults(): Faults {
  let active: { readonly fault: Fault; skip: number; left: number }[] = [];

  return {
    add(fault) {
      active.push({ fault, skip: fault.skip, left: fault.times ?? Infinity });
    },
    clear() {
      active = [];
    },
    take(method, path) {
      for (const entry of active) {
        const { fault } = entry;
        if (fault.method !== undefined && fault.method !== method) continue;
        if (!path.startsWith(fault.path)) continue;
        if (entry.skip > 0) {
          entry.skip -= 1;
          continue;
        }
        entry.left -= 1;
        if (entry.left <= 0) active = active.filter((other) => other !== entry);
        return fault;
      }
      return undefined;
    },
    lastingCode(path) {
      const lasting = active.filter(({ fault }) => fault.times === undefined && path.startsWith(fault.path));
      return lasting
        .map(({ fault }) => Refusal.safeParse(fault.body).data?.error.code)
        .find((code) => code !== undefined);
    },
  };
}
