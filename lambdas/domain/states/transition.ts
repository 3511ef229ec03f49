import { ServiceError } from '../errors.ts';

/** From each state, where each trigger leads; a trigger that is not named there is forbidden. */
export type TransitionTable<State extends string, Trigger extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Trigger, State>>>>
>;

/** The state after a trigger. @throws ServiceError invalid_state, and nothing has changed */
export const transition = <State extends string, Trigger extends string>(
  subject: string,
  table: TransitionTable<State, Trigger>,
  state: State,
  trigger: Trigger,
): State => {
  const next = table[state][trigger];
  if (next !== undefined) return next;
  throw new ServiceError('invalid_state', `${subject} is ${state}: ${trigger.replaceAll('_', ' ')} is not possible`, {
    details: { state },
  });
};

export const isPossible = <State extends string, Trigger extends string>(
  table: TransitionTable<State, Trigger>,
  state: State,
  trigger: Trigger,
): boolean => table[state][trigger] !== undefined;
