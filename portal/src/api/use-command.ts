import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Refusal } from '../../../packages/client/src/refusal.ts';
import type { RouteName, Routes } from '../../../packages/client/src/routes.ts';
import { useTexts, type Texts } from '../texts/texts.ts';
import { useClient } from './client-context.ts';
import { answerStands, keyFor, type CommandKey } from './command-key.ts';
import { useSay } from './flash-context.ts';
import { readAgain } from './read-again.ts';

/** `unanswered`: it is unknown whether the command was carried out; sending it again with its key finds out. */
export type CommandState =
  | { readonly is: 'idle' | 'running' | 'done' }
  | { readonly is: 'unanswered'; readonly error: unknown }
  | { readonly is: 'refused'; readonly refusal: Refusal };

export interface Command<Name extends RouteName> {
  readonly state: CommandState;
  /** Sends the command. @returns the answer; null when there is none that stands */
  readonly send: (parameters: Routes[Name]['parameters']) => Promise<Routes[Name]['response'] | null>;
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
  const [state, setState] = useState<CommandState>({ is: 'idle' });

  const send: Command<Name>['send'] = async (parameters) => {
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
      if (!(error instanceof Refusal)) {
        setState({ is: 'unanswered', error });
        return null;
      }
      if (answerStands(error.code)) kept.current = null;
      setState({ is: 'refused', refusal: error });
      return null;
    }
  };

  const reset = (): void => {
    setState({ is: 'idle' });
  };
  return { state, send, reset };
};
