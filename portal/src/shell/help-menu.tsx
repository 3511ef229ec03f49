import ButtonDropdown from '@cloudscape-design/components/button-dropdown';
import type { ReactElement } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useHelp } from './use-help.ts';

/** Where help is. A phone has it in the menu of the account. */
export const HelpMenu = (): ReactElement => {
  const { shell } = useTexts();
  return <ButtonDropdown {...useHelp()}>{shell.help}</ButtonDropdown>;
};
