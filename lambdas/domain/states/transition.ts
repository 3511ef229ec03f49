import { invalidState } from '../../kernel/errors.ts';

/** The next state by state and trigger. An absent trigger is forbidden. */
export type TransitionTable<State extends string, Trigger extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Trigger, State>>>>
>;

/** @throws ServiceError invalid_state */
export const transition = <State extends string, Trigger extends string>(
  subject: string,
  table: TransitionTable<State, Trigger>,
  state: State,
  trigger: Trigger,
): State => {
  const next = table[state][trigger];
  if (next !== undefined) return next;
  throw invalidState(state, `${subject} is ${state}: ${trigger.replaceAll('_', ' ')} is not possible`);
};

export const isPossible = <State extends string, Trigger extends string>(
  table: TransitionTable<State, Trigger>,
  state: State,
  trigger: Trigger,
): boolean => table[state][trigger] !== undefined;
