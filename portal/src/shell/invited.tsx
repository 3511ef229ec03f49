import Button from '@cloudscape-design/components/button';
import type { ReactElement } from 'react';
import type { Invitation as Pending } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';
import { Invitation } from './invitation.tsx';
import { Message } from './message.tsx';

interface InvitedProps {
  readonly invitations: readonly Pending[];
  readonly answered: () => void;
  readonly signOut: () => void;
}

/** In the place of the pages, for who has invitations and nothing else. */
export const Invited = ({ invitations, answered, signOut }: InvitedProps): ReactElement => {
  const { shell } = useTexts();
  return (
    <Message title={shell.invited} why={shell.invitedWhy}>
      {invitations.map((invitation) => (
        <Invitation key={invitation.partner_id} invitation={invitation} answered={answered} />
      ))}
      <Button variant="link" onClick={signOut}>
        {shell.signOut}
      </Button>
    </Message>
  );
};
