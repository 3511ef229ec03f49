import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { BusinessAccount } from '../../../../packages/client/src/schemas.ts';
import { useAccountLines } from '../../api/account-lines.ts';
import { useBusinessAccounts } from '../../api/business-accounts.ts';
import { useTemplateNames } from '../../api/template-names.ts';
import { useTemplates } from '../../api/templates.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useAddress } from '../../pieces/use-address.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { usePage } from '../../pieces/use-page.ts';
import { useTexts } from '../../texts/texts.ts';
import { accountName } from './account-name.ts';
import { AccountsPanel } from './accounts-panel.tsx';
import { NamesPanel } from './names-panel.tsx';
import { TemplateSync } from './template-sync.tsx';
import { TemplatesPanel } from './templates-panel.tsx';

interface AccountsProps {
  readonly accounts: readonly [BusinessAccount, ...BusinessAccount[]];
}

/** The templates of all accounts by their names, or of the one that was chosen. */
const Accounts = ({ accounts }: AccountsProps): ReactElement => {
  const texts = useTexts();
  const { templates } = texts;
  const { list } = useFormats();
  const [chosen, setChosen] = useAddress('account');
  const [, setPage] = usePage();
  const lines = useAccountLines(accounts.map(({ platform_waba_id: id }) => id));
  const [first, ...others] = accounts;
  const account = others.length === 0 ? first : accounts.find(({ platform_waba_id: id }) => id === chosen);
  const ofAccount = useTemplates(account?.platform_waba_id ?? '', account !== undefined);
  const names = useTemplateNames(account === undefined);
  const open = (id: string): void => {
    setChosen(id, true);
    setPage(1);
  };
  return (
    <SpaceBetween size="l">
      {others.length > 0 && (
        <div className="account-choice">
          <Choice
            label={templates.account}
            value={account?.platform_waba_id ?? ''}
            options={[
              ['', templates.allAccounts],
              ...accounts.map(({ platform_waba_id: id }) => [id, accountName(texts, list, id, lines.get(id))] as const),
            ]}
            onChange={open}
          />
        </div>
      )}
      {account === undefined ? (
        <SpaceBetween size="l">
          <NamesPanel query={names} />
          <AccountsPanel accounts={accounts} lines={lines} onOpen={open} />
        </SpaceBetween>
      ) : (
        <SpaceBetween size="l">
          <TemplateSync wabaId={account.platform_waba_id} />
          <TemplatesPanel key={account.platform_waba_id} query={ofAccount} />
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
};

/** The templates of the partner, with the business accounts that they belong to. */
const Templates = (): ReactElement => {
  const { templates } = useTexts();
  const accounts = useBusinessAccounts();
  return (
    <Page title={templates.title} description={templates.description}>
      <Reading of={accounts}>
        {([first, ...others]) =>
          first === undefined ? (
            <Container>
              <Empty title={templates.noAccounts} why={templates.noAccountsWhy} />
            </Container>
          ) : (
            <Accounts accounts={[first, ...others]} />
          )
        }
      </Reading>
    </Page>
  );
};

export default Templates;
