import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import { useMay } from '../../api/member.ts';
import { Page } from '../../pieces/page.tsx';
import { usePlaceNames } from '../../shell/use-place-names.ts';
import { useTexts } from '../../texts/texts.ts';
import { Acts } from './acts.tsx';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';

/** The members of the partner, and its keys and what was done to them for those who manage them. */
const Team = (): ReactElement => {
  const { team } = useTexts();
  const mayKeys = useMay('keys.write');
  const nameOf = usePlaceNames();
  const mayTeam = useMay('team.write');
  return (
    <Page title={nameOf('team')} description={mayKeys ? team.description : team.descriptionAlone}>
      <SpaceBetween size="l">
        <Members />
        {mayKeys && <Keys />}
        {mayTeam && <Acts />}
      </SpaceBetween>
    </Page>
  );
};

export default Team;
