import Box from '@cloudscape-design/components/box';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { Verdict } from '../../pieces/status.tsx';
import { useTexts } from '../../texts/texts.ts';
import { leftOutCodes } from './left-out-codes.ts';
import { failingLines, worstVerdict } from './worst-first.ts';

type Judged = Pick<DeliveryHealth, 'verdict' | 'by_instance' | 'top_errors'>;

/** Whether more than half of the failures are the recipients', which the verdict leaves out. */
const areRecipients = ({ top_errors: errors }: Judged): boolean => {
  const sumOf = (counted: Judged['top_errors']): number => counted.reduce((sum, { count }) => sum + count, 0);
  return sumOf(errors.filter(({ code }) => leftOutCodes.includes(String(code)))) * 2 > sumOf(errors);
};

/** The verdict on the messages of a time, of which the worst line counts, and what it does not say by itself. */
export const HealthVerdict = ({ health }: { readonly health: Judged }): ReactElement => {
  const { delivery, overview } = useTexts();
  const failing = failingLines(health).length;
  return (
    <>
      <Verdict verdict={worstVerdict(health)} />
      {failing > 0 && (
        <Box variant="small" display="block">
          {overview.linesFailing(failing)}
        </Box>
      )}
      {areRecipients(health) && (
        <Box variant="small" display="block">
          {delivery.mostlyRecipients}
        </Box>
      )}
    </>
  );
};
