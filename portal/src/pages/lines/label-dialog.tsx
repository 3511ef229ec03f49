import { useState, type ReactElement } from 'react';
import type { Instance } from '../../../../packages/client/src/schemas.ts';
import { useCommand } from '../../api/use-command.ts';
import { Dialog } from '../../pieces/dialog.tsx';
import { TextField } from '../../pieces/text-field.tsx';
import { useProblems } from '../../pieces/use-problems.ts';
import { useTexts } from '../../texts/texts.ts';

interface LabelDialogProps {
  readonly line: Instance;
  readonly close: () => void;
}

export const LabelDialog = ({ line, close }: LabelDialogProps): ReactElement => {
  const { lines, words } = useTexts();
  const [label, setLabel] = useState(line.instance_name ?? '');
  const { state, send } = useCommand('update-partner-instance-label');
  const problems = useProblems(state);
  const submit = async (): Promise<void> => {
    const body = await send({ instance_id: line.id, instance_name: label.trim() });
    if (body !== null) close();
  };
  return (
    <Dialog
      title={lines.editLabel}
      verb={words.save}
      state={state}
      close={close}
      submit={() => {
        void submit();
      }}
    >
      <TextField
        label={lines.label}
        why={lines.labelWhy}
        optional
        value={label}
        onChange={setLabel}
        problem={problems.get('instance_name')}
      />
    </Dialog>
  );
};
