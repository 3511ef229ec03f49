import Button from '@cloudscape-design/components/button';
import type { ReactElement } from 'react';
import { isRefusal } from '../../../packages/client/src/refusal.ts';
import { useTexts } from '../texts/texts.ts';
import { Invited } from './invited.tsx';
import { Message } from './message.tsx';
import { RefusedWhy } from './refused-why.tsx';

interface MemberFailureProps {
  readonly error: unknown;
  readonly retry: () => void;
  readonly signOut: () => void;
}

/** Why it is not known who looks: the person was invited alone, the member was removed, or no answer came. */
export const MemberFailure = ({ error, retry, signOut }: MemberFailureProps): ReactElement => {
  const { shell, failures, words } = useTexts();
  if (isRefusal(error, 'invitation_pending') && error.details !== undefined) {
    return <Invited invitations={error.details.invitations} answered={retry} signOut={signOut} />;
  }
  const removed = isRefusal(error, 'forbidden_role');
  return (
    <Message title={removed ? shell.refused : failures.noAnswer} why={removed ? <RefusedWhy /> : failures.noAnswerWhy}>
      <Button variant="primary" onClick={removed ? signOut : retry}>
        {removed ? shell.signOut : words.retry}
      </Button>
    </Message>
  );
};
