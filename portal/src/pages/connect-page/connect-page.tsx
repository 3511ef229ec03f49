import type { ReactElement } from 'react';
import { useMay, webhookReaders } from '../../api/member.ts';
import { useRead } from '../../api/use-read.ts';
import { Page } from '../../pieces/page.tsx';
import { Reading } from '../../pieces/reading.tsx';
import { useTexts } from '../../texts/texts.ts';
import { SettingsForm } from './settings-form.tsx';

/** What the page shows on which customers connect their numbers: the settings, and how it looks. */
const ConnectPage = (): ReactElement => {
  const { connectPage } = useTexts();
  const mayWrite = useMay('webhook.write');
  const query = useRead('get-partner-connect-page', {});
  return (
    <Page title={connectPage.title} description={connectPage.description}>
      <Reading of={query} lines={6} roles={webhookReaders}>
        {({ connect_page: page }) => <SettingsForm current={page} mayWrite={mayWrite} />}
      </Reading>
    </Page>
  );
};

export default ConnectPage;
