import ProgressBar from '@cloudscape-design/components/progress-bar';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useFormats } from './use-formats.ts';

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly failed: number;
  readonly total: number;
  readonly running: boolean;
}

/** Long work: n of m. */
export const Progress = ({ label, done, failed, total, running }: ProgressProps): ReactElement => {
  const { words } = useTexts();
  const { number } = useFormats();
  const said = words.progress(number(done), number(total), failed);
  return (
    <ProgressBar
      label={label}
      value={total === 0 ? (running ? 0 : 100) : Math.round((done / total) * 100)}
      status={running ? 'in-progress' : failed > 0 ? 'error' : 'success'}
      {...(running ? { additionalInfo: said } : { resultText: said })}
    />
  );
};
