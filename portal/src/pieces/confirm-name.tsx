import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { isConfirmed } from './is-confirmed.ts';
import { TextField } from './text-field.tsx';

interface ConfirmNameProps {
  readonly name: string;
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

export const ConfirmName = ({ name, typed, onType }: ConfirmNameProps): ReactElement => {
  const { words } = useTexts();
  // Not before the beginning of the name goes wrong.
  const isOther = !isConfirmed(typed, name) && !name.trim().startsWith(typed.trim());
  return (
    <TextField
      label={words.typeToConfirm(name)}
      value={typed}
      onChange={onType}
      problem={isOther ? words.otherName : undefined}
    />
  );
};
