import type { ReactElement } from 'react';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { TemplateStatus } from './template-status.tsx';

interface StatusShareProps {
  readonly status: string | null;
  /** In so many accounts of so many. */
  readonly accounts: number;
  readonly of: number;
}

/** A status, and in how many accounts it is. */
export const StatusShare = ({ status, accounts, of: all }: StatusShareProps): ReactElement => {
  const { templates } = useTexts();
  const { number } = useFormats();
  return <TemplateStatus status={status} place={templates.inAccounts(number(accounts), number(all))} />;
};
