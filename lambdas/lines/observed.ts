import type { Instance } from '../domain/instance.ts';
import { platformTokenContext } from '../domain/vault.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { NumberAccess } from '../platform/callbacks.ts';
import { readInstance, type InstanceRecord } from '../store/instances/instances.ts';
import { persist, type Clause } from '../store/table/commit.ts';
import { changeInstance, type Telling } from './change-instance.ts';
import type { InstanceDeps, TableDeps } from './instance-deps.ts';

/** What an answer changes of a line, with the further conditions that it depends on; null for nothing. */
export interface Observation {
  readonly changes: Partial<Instance>;
  readonly clauses?: readonly Clause[];
}

/** Whether a line still has the number and the token that it was asked about with. Another connection has another sealed token. */
export const isSameLine = (asked: InstanceRecord, current: InstanceRecord): boolean =>
  current.sealedToken === asked.sealedToken &&
  current.instance.platform_phone_number_id === asked.instance.platform_phone_number_id;

/**
 * An answer of the platform about a line. It opens only for a line that has the number and the token that were asked about.
 */
export class Observed<T> {
  readonly #answer: T;
  /** The line as it was read before the question. */
  readonly asked: InstanceRecord;
  /** When the platform was asked. Callbacks and answers after it are newer. */
  readonly at: Milliseconds;

  constructor(answer: T, asked: InstanceRecord, at: Milliseconds) {
    this.#answer = answer;
    this.asked = asked;
    this.at = at;
  }

  /** Null when the line is another one at the platform by now. */
  for(current: InstanceRecord): { readonly answer: T } | null {
    return isSameLine(this.asked, current) ? { answer: this.#answer } : null;
  }
}

/** The access to the line's number; null without a number or a token. */
const accessTo = async (
  deps: InstanceDeps,
  partnerId: string,
  { instance, sealedToken }: InstanceRecord,
): Promise<NumberAccess | null> => {
  const { platform_waba_id: wabaId, platform_phone_number_id: phoneNumberId } = instance;
  if (sealedToken === null || wabaId === null || phoneNumberId === null) return null;
  const token = await deps.vault.open(sealedToken, platformTokenContext(partnerId, instance.id));
  return { wabaId, phoneNumberId, token };
};

/**
 * Asks the platform about a line, or to change something there. This is the only way to the token of a line.
 * @returns null without a number or a token
 */
export const observe = async <T>(
  deps: InstanceDeps,
  partnerId: string,
  asked: InstanceRecord,
  ask: (access: NumberAccess, at: Milliseconds) => Promise<T>,
): Promise<Observed<T> | null> => {
  const access = await accessTo(deps, partnerId, asked);
  if (access === null) return null;
  const at = deps.clock();
  return new Observed(await ask(access, at), asked, at);
};

/**
 * Commits what an answer changes of its line, unless the line is another one at the platform by now.
 * @param decide is asked again after another change of the line
 * @returns the line as it is then; as it was asked about if it is gone
 */
export const changeObserved = <T>(
  deps: TableDeps,
  partnerId: string,
  observed: Observed<T>,
  decide: (answer: T, current: Instance) => Observation | null | Promise<Observation | null>,
  telling: Omit<Telling, 'clauses'> = {},
): Promise<Instance> =>
  persist(deps.retryPolicy, async () => {
    const current = await readInstance(deps.table, partnerId, observed.asked.instance.id);
    if (current === null) return observed.asked.instance;
    const opened = observed.for(current);
    const observation = opened === null ? null : await decide(opened.answer, current.instance);
    if (observation === null) return current.instance;
    const { changes, clauses = [] } = observation;
    return changeInstance(deps, partnerId, current, changes, { ...telling, clauses });
  });

/** Whether a question after this one was answered with facts of the line. */
export const isAnsweredSince = ({ facts_at: factsAt }: Instance, at: Milliseconds): boolean =>
  factsAt !== null && Date.parse(factsAt) > at;
