import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import type { Invitation as Pending } from '../../../packages/client/src/schemas.ts';
import { useCommand } from '../api/use-command.ts';
import { CommandOutcome } from '../pieces/command-outcome.tsx';
import { useTexts } from '../texts/texts.ts';

interface InvitationProps {
  readonly invitation: Pending;
  /** After it was accepted or declined. */
  readonly answered: () => void;
}

/** What an invitation says, with the answers to it. */
export const Invitation = ({ invitation, answered }: InvitationProps): ReactElement => {
  const { shell, words } = useTexts();
  const accepting = useCommand('accept-partner-invitation');
  const declining = useCommand('decline-partner-invitation');
  const [last, setLast] = useState<'accepting' | 'declining'>('accepting');
  const running = accepting.state.is === 'running' || declining.state.is === 'running';
  const { partner_id, name, role } = invitation;
  const answer = async (which: 'accepting' | 'declining'): Promise<void> => {
    setLast(which);
    const body = await (which === 'accepting' ? accepting : declining).send({ partner_id });
    if (body !== null) answered();
  };
  return (
    <SpaceBetween size="s">
      <div>{shell.invitedAs(name, words.roles[role])}</div>
      <SpaceBetween direction="horizontal" size="xs">
        <Button
          variant="primary"
          ariaLabel={shell.acceptOf(name)}
          loading={accepting.state.is === 'running'}
          disabled={running}
          onClick={() => {
            void answer('accepting');
          }}
        >
          {shell.accept}
        </Button>
        <Button
          ariaLabel={shell.declineOf(name)}
          loading={declining.state.is === 'running'}
          disabled={running}
          onClick={() => {
            void answer('declining');
          }}
        >
          {shell.decline}
        </Button>
      </SpaceBetween>
      <CommandOutcome
        state={last === 'accepting' ? accepting.state : declining.state}
        again={() => {
          void answer(last);
        }}
      />
    </SpaceBetween>
  );
};
