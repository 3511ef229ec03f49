import type { ReactElement } from 'react';
import { Page } from '../../pieces/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Guide } from './guide.tsx';
import { useSteps } from './use-steps.ts';

/** The guide, whenever it is wanted. */
const FirstSteps = (): ReactElement => {
  const { guide, shell } = useTexts();
  const found = useSteps();
  return (
    <Page title={guide.title} parent={{ name: shell.pages.overview, path: '/' }}>
      <Guide found={found} />
    </Page>
  );
};

export default FirstSteps;
