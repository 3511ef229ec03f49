import Link from '@cloudscape-design/components/link';
import type { ReactElement } from 'react';
import { useSettings } from '../api/settings-context.ts';
import { useTexts } from '../texts/texts.ts';
import { supportUrl } from './support.ts';

/** Leads to the support of the stage, if it has one. */
export const SupportLink = ({ requestId = null }: { readonly requestId?: string | null }): ReactElement | null => {
  const { shell } = useTexts();
  const { support } = useSettings();
  return support === null ? null : (
    <Link href={supportUrl(support, requestId)} external={support.startsWith('https://')}>
      {shell.askSupport}
    </Link>
  );
};
