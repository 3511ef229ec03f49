import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { useFormats } from '../../pieces/use-formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { shownRates } from './shown-rates.ts';
import { useShare } from './use-share.ts';

/** The messages of a time, and the shares of them. */
export const Figures = ({ health }: { readonly health: DeliveryHealth }): ReactElement => {
  const { delivery } = useTexts();
  const { number } = useFormats();
  const share = useShare();
  const { rates, messages } = health;
  const { delivered, failed } = shownRates(rates);
  return (
    <KeyValuePairs
      columns={4}
      minColumnWidth={120}
      items={[
        { label: delivery.messages, value: number(messages) },
        { label: delivery.delivered, value: share(delivered) },
        { label: delivery.read, value: share(rates.read) },
        { label: delivery.failed, value: share(failed) },
      ]}
    />
  );
};
