import Alert from '@cloudscape-design/components/alert';
import RadioGroup from '@cloudscape-design/components/radio-group';
import FormField from '@cloudscape-design/components/form-field';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { conflictsIn, type FieldMerge } from '../../api/merge-edits.ts';
import { useTexts } from '../../texts/texts.ts';
import type { EditableField } from './editable-fields.ts';
import { isolated } from '../../pieces/isolated.ts';

interface EditConflictProps {
  readonly merged: ReadonlyMap<EditableField, FieldMerge>;
  readonly choices: ReadonlyMap<EditableField, 'theirs' | 'yours'>;
  readonly onChoose: (field: EditableField, choice: 'theirs' | 'yours') => void;
}

/** What was, what the other member made of it, and what this member wants: field by field. */
export const EditConflict = ({ merged, choices, onChoose }: EditConflictProps): ReactElement => {
  const { customers } = useTexts();
  const shown = (text: string): string => (text === '' ? customers.nothing : isolated(text));
  const settled = Array.from(merged).flatMap(([field, merge]) =>
    merge.is === 'yours' || merge.is === 'theirs'
      ? [{ label: `${customers.fields[field]} (${customers[merge.is]})`, value: shown(merge.value) }]
      : [],
  );
  return (
    <SpaceBetween size="m">
      <Alert type="warning" header={customers.conflict}>
        {conflictsIn(merged).length === 0 ? customers.conflictMerged : customers.conflictWhy}
      </Alert>
      {settled.length > 0 && <KeyValuePairs columns={2} items={settled} />}
      {Array.from(merged, ([field, merge]) =>
        merge.is === 'conflict' ? (
          <FormField
            key={field}
            label={customers.fields[field]}
            description={`${customers.was}: ${shown(merge.was)}`}
            stretch
          >
            <RadioGroup
              value={choices.get(field) ?? null}
              items={[
                { value: 'theirs', label: `${customers.takeTheirs}: ${shown(merge.theirs)}` },
                { value: 'yours', label: `${customers.keepYours}: ${shown(merge.yours)}` },
              ]}
              onChange={({ detail }) => {
                onChoose(field, detail.value === 'theirs' ? 'theirs' : 'yours');
              }}
            />
          </FormField>
        ) : null,
      )}
    </SpaceBetween>
  );
};
