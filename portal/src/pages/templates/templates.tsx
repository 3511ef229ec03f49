import type { ReactElement } from 'react';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Container from '@cloudscape-design/components/container';
import { useRead } from '../../api/use-read.ts';
import { Choice } from '../../pieces/choice.tsx';
import { Empty } from '../../pieces/empty.tsx';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useKept } from '../../pieces/use-kept.ts';
import { useTexts } from '../../texts/texts.ts';
import { AccountTemplates } from './account-templates.tsx';

/** The templates of one business account at a time. */
const Templates = (): ReactElement => {
  const { templates } = useTexts();
  const accounts = useRead('list-partner-business-accounts', { page_size: 100 });
  const [kept, setKept] = useKept('templates.account');
  return (
    <Page title={templates.title} description={templates.description}>
      <Reading of={accounts}>
        {({ items }) => {
          const account = items.find(({ platform_waba_id: id }) => id === kept) ?? items[0];
          if (account === undefined) {
            return (
              <Container>
                <Empty title={templates.noAccounts} why={templates.noAccountsWhy} />
              </Container>
            );
          }
          return (
            <SpaceBetween size="l">
              {items.length > 1 && (
                <Choice
                  label={templates.account}
                  value={account.platform_waba_id}
                  options={items.map(
                    ({ platform_waba_id: id, lines }) => [id, templates.accountOf(id, lines)] as const,
                  )}
                  onChange={setKept}
                />
              )}
              <AccountTemplates key={account.platform_waba_id} wabaId={account.platform_waba_id} />
            </SpaceBetween>
          );
        }}
      </Reading>
    </Page>
  );
};

export default Templates;
