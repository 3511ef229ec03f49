import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly why?: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly optional?: boolean;
  readonly type?: InputProps.Type;
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** A labelled input, with what the service says is wrong with it. */
export const TextField = (props: TextFieldProps): ReactElement => {
  const { label, value, onChange, why, hint, problem, optional = false, type = 'text', autoFocus = false } = props;
  const { words } = useTexts();
  return (
    <FormField
      label={
        optional ? (
          <>
            {label} <i>– {words.optional}</i>
          </>
        ) : (
          label
        )
      }
      description={why}
      constraintText={hint}
      errorText={problem}
      stretch
    >
      <Input
        type={type}
        value={value}
        autoFocus={autoFocus}
        autoComplete={false}
        disabled={props.disabled ?? false}
        placeholder={props.placeholder ?? ''}
        ariaRequired={!optional}
        onChange={({ detail }) => {
          onChange(detail.value);
        }}
      />
    </FormField>
  );
};
