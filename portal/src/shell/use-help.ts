import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import { useSettings } from '../api/settings-context.ts';
import { docsUrl } from '../pieces/docs-url.ts';
import { supportUrl } from '../pieces/support.ts';
import { useTexts } from '../texts/texts.ts';

/** The ways to the documentation, the state of the service and the support, as far as the stage has them. */
export const useHelp = (): readonly ButtonDropdownProps.Item[] => {
  const { shell, words } = useTexts();
  const { support, statusPage } = useSettings();
  const leading = (id: string, text: string, href: string | null): readonly ButtonDropdownProps.Item[] =>
    href === null
      ? []
      : [{ id, text, href, external: !href.startsWith('mailto:'), externalIconAriaLabel: words.newTab }];
  return [
    ...leading('documentation', shell.documentation, docsUrl('')),
    ...leading('status', shell.statusPage, statusPage),
    ...leading('support', shell.askSupport, support === null ? null : supportUrl(support, null)),
  ];
};
