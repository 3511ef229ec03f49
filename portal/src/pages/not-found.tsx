import type { ReactElement } from 'react';
import { Page } from '../pieces/page.tsx';
import { PageButton } from '../pieces/page-button.tsx';
import { useTexts } from '../texts/texts.ts';

const NotFound = (): ReactElement => {
  const { shell } = useTexts();
  return (
    <Page title={shell.notFound} description={shell.notFoundWhy}>
      <div>
        <PageButton to="/" variant="primary">
          {shell.toOverview}
        </PageButton>
      </div>
    </Page>
  );
};

export default NotFound;
