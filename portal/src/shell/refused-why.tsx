import type { ReactElement } from 'react';
import { SupportLink } from '../pieces/support-link.tsx';
import { useSupported } from '../pieces/support.ts';
import { useTexts } from '../texts/texts.ts';

/** Why a person who is signed in has no access, and whom to ask. */
export const RefusedWhy = (): ReactElement => {
  const { shell } = useTexts();
  const supported = useSupported();
  return (
    <>
      {supported(shell.refusedWhy)} <SupportLink />
    </>
  );
};
