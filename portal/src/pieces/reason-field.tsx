import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { TextField } from './text-field.tsx';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Why a change is made, for the history. */
export const ReasonField = ({ value, onChange }: ReasonFieldProps): ReactElement => {
  const { words } = useTexts();
  return <TextField label={words.reason} why={words.reasonWhy} optional value={value} onChange={onChange} />;
};
