/** An access that a request needed, and whether the caller's policies allowed it. */
interface RecordedAccess {
  /** The name of the caller's session; for a function, its name. */
  readonly sessionName: string;
  /** `dynamodb:PutItem` */
  readonly action: string;
  /** ARN. */
  readonly resource: string;
  /** The purpose in the request's encryption context; null when there is none. */
  readonly purpose: string | null;
  readonly allowed: boolean;
}

export interface AccessRecord {
  /** Every access so far, each once. */
  list(): readonly RecordedAccess[];
  /** Switches recording off, for tests that cause refusals, and on again. It is on at the start. */
  keep(on: boolean): void;
}

export interface AccessRecorder extends AccessRecord {
  add(access: RecordedAccess): void;
}

export const createAccessRecord = (): AccessRecorder => {
  const kept = new Map<string, RecordedAccess>();
  let keeping = true;
  return {
    list: () => [...kept.values()],
    keep: (on) => {
      keeping = on;
    },
    add: (access) => {
      if (!keeping) return;
      const { sessionName, action, resource, purpose, allowed } = access;
      kept.set([sessionName, action, resource, purpose ?? '', allowed].join(' '), access);
    },
  };
};
