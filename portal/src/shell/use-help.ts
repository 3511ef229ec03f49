import type { ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import { useLocation, useRouter } from 'wouter';
import { useSettings } from '../api/settings-context.ts';
import { docsUrl } from '../pieces/docs-url.ts';
import { supportUrl } from '../pieces/support.ts';
import { useTexts } from '../texts/texts.ts';

const firstSteps = '/first-steps';

/** The ways to the first steps, the documentation, the state of the service and the support, as far as the stage has them. */
export const useHelp = (): Required<Pick<ButtonDropdownProps, 'items' | 'onItemFollow'>> => {
  const { guide, shell, words } = useTexts();
  const [, navigate] = useLocation();
  const { base } = useRouter();
  const { support, statusPage } = useSettings();
  const leading = (id: string, text: string, href: string | null): readonly ButtonDropdownProps.Item[] =>
    href === null
      ? []
      : [{ id, text, href, external: !href.startsWith('mailto:'), externalIconAriaLabel: words.newTab }];
  const items = [
    { id: firstSteps, text: guide.title, href: `${base}${firstSteps}` },
    ...leading('documentation', shell.documentation, docsUrl('')),
    ...leading('status', shell.statusPage, statusPage),
    ...leading('support', shell.askSupport, support === null ? null : supportUrl(support, null)),
  ];
  const follow: ButtonDropdownProps['onItemFollow'] = (event) => {
    if (event.detail.id !== firstSteps) return;
    event.preventDefault();
    navigate(firstSteps);
  };
  return { items, onItemFollow: follow };
};
