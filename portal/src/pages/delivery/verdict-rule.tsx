import ExpandableSection from '@cloudscape-design/components/expandable-section';
import type { ReactElement } from 'react';
import { verdictRules } from '../../../../packages/client/src/delivery-errors.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { leftOutCodes } from './left-out-codes.ts';

/** How the verdict is made of the messages, and what it leaves out. */
export const VerdictRule = (): ReactElement => {
  const { delivery } = useTexts();
  const { number, percent } = useFormats();
  const { enoughMessages, degradedAbove, criticalAbove } = verdictRules;
  return (
    <ExpandableSection headerText={delivery.verdictHow} variant="footer">
      <p className="tight">
        {delivery.verdictRule(number(enoughMessages), percent(degradedAbove), percent(criticalAbove))}
      </p>
      <p className="tight">{delivery.verdictLeftOut(leftOutCodes.join(', '))}</p>
    </ExpandableSection>
  );
};
