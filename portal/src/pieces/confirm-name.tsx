import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { TextField } from './text-field.tsx';

/** What is typed to confirm, compared without regard to spaces around it, and to the isolates that a copy of the label has. */
export const isConfirmed = (typed: string, name: string): boolean =>
  typed.replaceAll(/[\u2068\u2069]/g, '').trim() === name.trim();

interface ConfirmNameProps {
  readonly name: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

export const ConfirmName = ({ name, typed, onType }: ConfirmNameProps): ReactElement => {
  const { words } = useTexts();
  return <TextField label={words.typeToConfirm(name)} value={typed} onChange={onType} />;
};
