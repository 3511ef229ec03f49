import type { ReactElement } from 'react';
import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';
import { ShareBar } from '../../pieces/share-bar.tsx';
import { useTexts } from '../../texts/texts.ts';
import { shownRates } from './shown-rates.ts';
import { useShare } from './use-share.ts';

/** Which share of the messages arrived, and which failed. */
export const Shares = ({ rates }: Pick<DeliveryHealth, 'rates'>): ReactElement => {
  const { delivery } = useTexts();
  const share = useShare();
  const { delivered, failed } = shownRates(rates);
  return <ShareBar good={delivered ?? 0} bad={failed ?? 0} said={delivery.shares(share(delivered), share(failed))} />;
};
