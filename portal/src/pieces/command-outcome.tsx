import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import type { ReactElement } from 'react';
import type { CommandState } from '../api/use-command.ts';
import type { Role } from '../api/member.ts';
import { useTexts } from '../texts/texts.ts';
import { Failure } from './failure.tsx';
import { useSupported } from './support.ts';

interface CommandOutcomeProps {
  readonly state: CommandState;
  /** Sends the same command again. */
  readonly again: () => void;
  readonly roles?: readonly Role[];
}

/** What became of a command that was not carried out, or of which it is not known. */
export const CommandOutcome = ({ state, again, roles }: CommandOutcomeProps): ReactElement | null => {
  const { failures } = useTexts();
  const supported = useSupported();
  switch (state.is) {
    case 'idle':
    case 'running':
    case 'done':
      return null;
    case 'unanswered':
      return state.repeatable ? (
        <Alert
          type="warning"
          header={failures.unanswered}
          action={<Button onClick={again}>{failures.checkAndFinish}</Button>}
        >
          {failures.unansweredWhy}
        </Alert>
      ) : (
        <Alert type="warning" header={failures.unanswered}>
          {supported(failures.unansweredOnce)}
        </Alert>
      );
    case 'refused':
      return <Failure error={state.refusal} retry={again} {...(roles === undefined ? {} : { roles })} />;
  }
};
