import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Refusal } from '../../../packages/client/src/refusal.ts';
import { sentOnce, type RouteName, type Routes } from '../../../packages/client/src/routes.ts';
import { useTexts, type Texts } from '../texts/texts.ts';
import { useClient } from './client-context.ts';
import { answerStands, isUnanswered, keyFor, type CommandKey } from './command-key.ts';
import { useSay } from './flash-context.ts';
import { readAgain } from './read-again.ts';

/**
 * `unanswered`: it is unknown whether the command was carried out. Sending it again with its key finds out, except of a command
 * whose answer has a secret: it is not repeated, and would be carried out twice.
 */
export type CommandState =
  | { readonly is: 'idle' | 'running' | 'done' }
  | { readonly is: 'unanswered'; readonly repeatable: boolean }
  | { readonly is: 'refused'; readonly refusal: Refusal };

export interface Command<Name extends RouteName> {
  readonly state: CommandState;
  /** Sends the command. @returns the answer; null when there is none that stands */
  readonly send: (parameters: Routes[Name]['parameters']) => Promise<Routes[Name]['response'] | null>;
  /** Sends the last command again. */
  readonly repeat: () => void;
  /** Forgets the last answer. */
  readonly reset: () => void;
}

interface CommandOptions<Name extends RouteName> {
  readonly method?: Routes[Name]['method'];
  /** Whether it changes something, so that it says so and what the page shows is read again. Default: yes. */
  readonly changes?: boolean;
}

/** A route that says what it has done. */
export type CommandName = RouteName & keyof Texts['done'];

/** Whether a repetition would change something a second time. The token of a line is the same when it is revealed again. */
const changesOnce = (route: RouteName): boolean =>
  sentOnce.has(route) && route !== 'reveal-partner-instance-platform-token';

/** A command of a dialog or a button. Its idempotency key is kept until an answer stands. */
export const useCommand = <Name extends CommandName>(
  route: Name,
  { method, changes = true }: CommandOptions<Name> = {},
): Command<Name> => {
  const client = useClient();
  const queries = useQueryClient();
  const say = useSay();
  const { done } = useTexts();
  const kept = useRef<CommandKey | null>(null);
  const last = useRef<Routes[Name]['parameters'] | null>(null);
  const [state, setState] = useState<CommandState>({ is: 'idle' });

  const send: Command<Name>['send'] = async (parameters) => {
    last.current = parameters;
    const key = keyFor(kept.current, parameters, () => crypto.randomUUID());
    kept.current = key;
    setState({ is: 'running' });
    try {
      const named = method === undefined ? {} : { method };
      const { body } = await client.call(route, parameters, { ...named, idempotencyKey: key.key });
      kept.current = null;
      setState({ is: 'done' });
      if (changes) {
        say(done[route]);
        void readAgain(queries);
      }
      return body;
    } catch (error) {
      if (answerStands(error)) kept.current = null;
      if (error instanceof Refusal && !isUnanswered(error)) {
        setState({ is: 'refused', refusal: error });
        return null;
      }
      setState({ is: 'unanswered', repeatable: !changesOnce(route) });
      // What was carried out is shown.
      if (changes) void readAgain(queries);
      return null;
    }
  };

  const repeat = (): void => {
    if (last.current !== null) void send(last.current);
  };
  const reset = (): void => {
    setState({ is: 'idle' });
  };
  return { state, send, repeat, reset };
};
