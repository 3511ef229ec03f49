import Button from '@cloudscape-design/components/button';
import { useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import type { Session } from '../session/session.ts';
import { useTexts } from '../texts/texts.ts';
import { Message } from './message.tsx';
import { RefusedWhy } from './refused-why.tsx';
import { SessionEnded } from './session-ended.tsx';

interface SessionGateProps {
  readonly session: Session;
  readonly base: string;
  readonly signOut: () => void;
  readonly children: ReactNode;
}

/** What a member sees whose session ended. Work that was begun stays where it is until the member has signed in again. */
export const SessionGate = ({ session, base, signOut, children }: SessionGateProps): ReactElement => {
  const { shell } = useTexts();
  const state = useSyncExternalStore(session.watch, session.state);
  switch (state) {
    case 'open':
      return <>{children}</>;
    case 'refused':
      return (
        <Message title={shell.refused} why={<RefusedWhy />}>
          <Button variant="primary" onClick={signOut}>
            {shell.signOut}
          </Button>
        </Message>
      );
    case 'signed-out':
      return (
        <Message title={shell.signedOut} why={shell.signedOutWhy}>
          <Button variant="primary" href={base}>
            {shell.signInAgain}
          </Button>
        </Message>
      );
    case 'ended':
      return (
        <>
          {children}
          <SessionEnded />
        </>
      );
  }
};
