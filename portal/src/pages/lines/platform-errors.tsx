import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactElement } from 'react';
import type { PlatformRisk } from '../../../../packages/client/src/schemas.ts';
import { troubleOfCode } from '../../pieces/platform-troubles.ts';
import { useTexts } from '../../texts/texts.ts';
import { joined } from '../../pieces/isolated.ts';

type PlatformError = PlatformRisk['platform_errors'][number];

/** An error in the words of the portal, if it is known, and in those of the platform. */
const OneError = ({ error }: { readonly error: PlatformError }): ReactElement => {
  const { troubles } = useTexts();
  const trouble = troubleOfCode.get(error.code);
  const said = [error.description, error.remedy].filter((text) => text !== null).join(' ');
  return (
    <div className="breakable">
      {trouble !== undefined && (
        <>
          <Box fontWeight="bold">{troubles.all[trouble].what}</Box>
          <div>{troubles.all[trouble].remedy}</div>
        </>
      )}
      {said !== '' && (
        <div>
          {troubles.platformSays}: <span lang="en">{said}</span>
        </div>
      )}
      <Box variant="small" display="block">
        {joined([troubles.code(error.code), error.entity])}
      </Box>
    </div>
  );
};

/** What hinders a line from sending, and what to do. */
export const PlatformErrors = ({ risk }: { readonly risk: PlatformRisk }): ReactElement => {
  const { troubles } = useTexts();
  return (
    <Alert type={risk.level === 'blocked' ? 'error' : 'warning'} header={troubles.title}>
      <SpaceBetween size="s">
        {risk.platform_errors.map((error) => (
          <OneError key={`${error.entity} ${error.code}`} error={error} />
        ))}
      </SpaceBetween>
    </Alert>
  );
};
