import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { Page } from '../../pieces/page.tsx';
import { useTexts } from '../../texts/texts.ts';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';

/** The members of the partner, and its keys for those who manage them. */
const Team = (): ReactElement => {
  const { team } = useTexts();
  const mayKeys = useMay('keys.write');
  return (
    <Page title={team.title} description={team.description}>
      <SpaceBetween size="l">
        <Members />
        {mayKeys && <Keys />}
      </SpaceBetween>
    </Page>
  );
};

export default Team;
