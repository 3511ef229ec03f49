import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { PlatformRisk } from '../../../packages/client/src/schemas.ts';
import { useTexts } from '../texts/texts.ts';
import { troubleOfCode } from './platform-troubles.ts';

/** The first thing that hinders a line, in short. */
export const RiskCause = ({ risk }: { readonly risk: PlatformRisk }): ReactElement | null => {
  const { troubles } = useTexts();
  const [first] = risk.platform_errors;
  if (first === undefined) return null;
  const trouble = troubleOfCode.get(first.code);
  return (
    <Box variant="small" display="block">
      <span className="clamped">{trouble === undefined ? troubles.code(first.code) : troubles.all[trouble].what}</span>
    </Box>
  );
};
