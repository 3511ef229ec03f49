import Button from '@cloudscape-design/components/button';
import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { useMay } from '../../api/member.ts';
import { useCommand } from '../../api/use-command.ts';
import { CommandOutcome } from '../../pieces/command-outcome.tsx';
import { useTexts, type Texts } from '../../texts/texts.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { DeactivateLineDialog } from './deactivate-line-dialog.tsx';
import { LabelDialog } from './label-dialog.tsx';
import { actionsOf, type LineAction } from './line-action.ts';
import { MoveLineDialog } from './move-line-dialog.tsx';
import { RevealDialog } from './reveal-dialog.tsx';

interface ActionDialogProps {
  readonly line: Instance;
  readonly action: LineAction | null;
  readonly close: () => void;
}

const ActionDialog = ({ line, action, close }: ActionDialogProps): ReactElement | null => {
  switch (action) {
    case 'connect':
    case 'reconnect':
      return <ConnectDialog lineId={line.id} mode={action} close={close} />;
    case 'label':
      return <LabelDialog line={line} close={close} />;
    case 'move':
      return <MoveLineDialog line={line} close={close} />;
    case 'deactivate':
      return <DeactivateLineDialog line={line} close={close} />;
    case 'reveal':
      return <RevealDialog line={line} close={close} />;
    case 'refresh':
    case null:
      return null;
  }
};

const actionTexts = (lines: Texts['lines'], line: Instance): Readonly<Record<LineAction, string>> => ({
  connect: lines.connect,
  reconnect: lines.reconnect,
  refresh: lines.refresh,
  label: lines.editLabel,
  move: lines.move,
  deactivate: line.status === 'deactivation_failed' ? lines.deactivateAgain : lines.deactivate,
  reveal: lines.reveal,
});

interface ActionButtonProps {
  readonly line: Instance;
  readonly action: LineAction;
}

/** The button for what a notice asks for; none for a member who may not. */
export const ActionButton = ({ line, action }: ActionButtonProps): ReactElement | null => {
  const { lines } = useTexts();
  const mayWrite = useMay('instances.write');
  const [isOpen, setOpen] = useState(false);
  const refresh = useCommand('refresh-partner-instance-platform');
  if (!actionsOf(line, { write: mayWrite, reveal: false }).includes(action)) return null;
  return (
    <>
      <Button
        loading={refresh.state.is === 'running'}
        onClick={() => {
          if (action === 'refresh') void refresh.send({ instance_id: line.id });
          else setOpen(true);
        }}
      >
        {actionTexts(lines, line)[action]}
      </Button>
      {isOpen && (
        <ActionDialog
          line={line}
          action={action}
          close={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
};

/** What the member may do with the line in its present state. */
export const LineActions = ({ line }: { readonly line: Instance }): ReactElement | null => {
  const { lines, words } = useTexts();
  const mayWrite = useMay('instances.write');
  const mayReveal = useMay('platform_token.reveal');
  const [opened, setOpened] = useState<LineAction | null>(null);
  const refresh = useCommand('refresh-partner-instance-platform');
  const actions = actionsOf(line, { write: mayWrite, reveal: mayReveal });
  if (actions.length === 0) return null;
  const readAgain = (): void => {
    void refresh.send({ instance_id: line.id });
  };
  const texts = actionTexts(lines, line);
  // The notice of a line that must be connected again has its button.
  const isMain = (action: LineAction): boolean => action === 'connect' || action === 'reconnect';
  const main = line.status === 'reconnect_required' ? [] : actions.filter(isMain);
  const open = (action: LineAction): void => {
    if (action === 'refresh') readAgain();
    else setOpened(action);
  };
  const others = actions.filter((action) => !isMain(action));
  return (
    <SpaceBetween size="s">
      <SpaceBetween direction="horizontal" size="xs">
        <ButtonDropdown
          loading={refresh.state.is === 'running'}
          items={others.map((id) => ({ id, text: texts[id] }))}
          onItemClick={({ detail }) => {
            const action = others.find((one) => one === detail.id);
            if (action !== undefined) open(action);
          }}
        >
          {words.actions}
        </ButtonDropdown>
        {main.map((action) => (
          <Button
            key={action}
            variant={line.status === 'connected' ? 'normal' : 'primary'}
            onClick={() => {
              open(action);
            }}
          >
            {texts[action]}
          </Button>
        ))}
      </SpaceBetween>
      <CommandOutcome state={refresh.state} again={readAgain} />
      <ActionDialog
        line={line}
        action={opened}
        close={() => {
          setOpened(null);
        }}
      />
    </SpaceBetween>
  );
};
