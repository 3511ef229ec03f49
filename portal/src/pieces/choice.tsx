import Select from '@cloudscape-design/components/select';
import type { ReactElement } from 'react';
import { useInDialog } from './in-dialog.ts';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** The values with their texts, in their order. */
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean;
}

/** One of a few values, as a filter has them. */
export const Choice = <Value extends string>(props: ChoiceProps<Value>): ReactElement => {
  const { label, value, options, onChange, disabled = false } = props;
  const inDialog = useInDialog();
  const shown = options.map(([one, text]) => ({ value: one, label: text }));
  return (
    <Select
      inlineLabelText={label}
      selectedOption={shown.find((option) => option.value === value) ?? null}
      options={shown}
      expandToViewport={inDialog}
      disabled={disabled}
      onChange={({ detail }) => {
        const chosen = options.find(([one]) => one === detail.selectedOption.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    />
  );
};
