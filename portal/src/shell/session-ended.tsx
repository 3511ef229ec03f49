import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';

/** Asks the member to sign in again in a new tab. When it is closed, a notice at the page's end goes on asking. */
export const SessionEnded = (): ReactElement => {
  const { shell, words } = useTexts();
  const [closed, setClosed] = useState(false);
  const link = useRef<ButtonProps.Ref>(null);
  // The focus would go back into a dialog below, which keeps it there.
  useEffect(() => {
    if (closed) link.current?.focus();
  }, [closed]);
  const signIn = (
    <Button ref={link} variant="primary" href={location.pathname} target="_blank" iconAlign="right" iconName="external">
      {shell.signInNewTab}
    </Button>
  );
  return closed ? (
    <aside className="shell-ended" aria-label={shell.ended}>
      <Alert type="warning" header={shell.ended} action={signIn}>
        {shell.endedWhy}
      </Alert>
    </aside>
  ) : (
    <Modal
      visible
      header={shell.ended}
      closeAriaLabel={words.close}
      onDismiss={() => {
        setClosed(true);
      }}
      footer={<Box float="right">{signIn}</Box>}
    >
      {shell.endedWhy}
    </Modal>
  );
};
