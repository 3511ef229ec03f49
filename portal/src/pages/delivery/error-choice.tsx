import type { ReactElement } from 'react';
import { Choice } from '../../pieces/choice.tsx';
import { useTexts } from '../../texts/texts.ts';

interface ErrorChoiceProps {
  /** Empty: any, or none. */
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** The error whose failures are listed: a known one, or that of the address. */
export const ErrorChoice = ({ code, onChange }: ErrorChoiceProps): ReactElement => {
  const { delivery } = useTexts();
  const known = Object.keys(delivery.errorsExplained);
  const codes = code === '' || known.includes(code) ? known : [code, ...known];
  return (
    <Choice
      label={delivery.errorCode}
      value={code}
      options={[
        ['', delivery.anyError],
        ...codes.map((one) => {
          const why = delivery.errorsExplained[one]?.why;
          return [one, why === undefined ? one : `${one} – ${why}`] as const;
        }),
      ]}
      onChange={onChange}
    />
  );
};
