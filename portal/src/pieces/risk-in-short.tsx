import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { PlatformRisk } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';
import { troubleOfCode } from './platform-troubles.ts';
import { RiskLevel } from './status.tsx';

/** The level of a risk, with the first thing that hinders a line. */
export const RiskInShort = ({ risk }: { readonly risk: PlatformRisk }): ReactElement => {
  const { troubles } = useTexts();
  const [first] = risk.platform_errors;
  const trouble = troubleOfCode.get(first?.code ?? 0);
  return (
    <>
      <RiskLevel level={risk.level} />
      {first !== undefined && (
        <Box variant="small" display="block">
          {trouble === undefined ? troubles.code(first.code) : troubles.all[trouble].what}
        </Box>
      )}
    </>
  );
};
