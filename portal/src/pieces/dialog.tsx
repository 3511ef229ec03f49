import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useId, type ReactElement, type ReactNode } from 'react';
import type { Role } from '../api/member.ts';
import type { CommandState } from '../api/use-command.ts';
import { useTexts } from '../texts/texts.ts';
import { CommandOutcome } from './command-outcome.tsx';
import { InDialogContext } from './in-dialog.ts';

interface DialogProps {
  readonly title: string;
  /** The verb on the button. */
  readonly verb: string;
  readonly state: CommandState;
  readonly submit: () => void;
  readonly close: () => void;
  readonly ready?: boolean;
  readonly size?: 'medium' | 'large';
  /** Whether it shows what is shown once. */
  readonly isKept?: boolean;
  readonly roles?: readonly Role[];
  readonly children: ReactNode;
}

/**
 * The form of one command. Enter sends it. While it runs, the dialog cannot be closed, and never by a click beside it; nor by Escape when it
 * shows what is shown once, or a command without an answer.
 */
export const Dialog = (props: DialogProps): ReactElement => {
  const { title, verb, state, submit, close, ready = true, size = 'medium', isKept = false, roles, children } = props;
  const { words } = useTexts();
  const form = useId();
  const running = state.is === 'running';
  const isSpent = state.is === 'unanswered' && !state.repeatable;
  const send = (): void => {
    if (ready && !running && !isSpent) submit();
  };
  return (
    <Modal
      visible
      size={size}
      header={title}
      closeAriaLabel={words.close}
      onDismiss={({ detail: { reason } }) => {
        const isHeld = isKept || state.is === 'unanswered';
        const isMeant = reason !== 'overlay' && (reason !== 'keyboard' || !isHeld);
        if (!running && isMeant) close();
      }}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close} disabled={running}>
              {state.is === 'done' ? words.close : words.cancel}
            </Button>
            <Button variant="primary" form={form} formAction="submit" disabled={!ready || isSpent} loading={running}>
              {verb}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          // React passes the event on to a form that has the dialog in its tree, although not in its element.
          event.stopPropagation();
          send();
        }}
      >
        <InDialogContext value>
          <SpaceBetween size="m">
            {children}
            <CommandOutcome state={state} again={submit} {...(roles === undefined ? {} : { roles })} />
          </SpaceBetween>
        </InDialogContext>
      </form>
    </Modal>
  );
};
