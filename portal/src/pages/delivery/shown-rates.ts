import type { DeliveryHealth } from '../../../../packages/client/src/schemas.ts';

type Rates = Pick<DeliveryHealth['rates'], 'delivered' | 'failed'>;

/** One digit behind the point of a percentage. */
const steps = 1_000;

/** Rates that make up the whole still do when they are shown: 80.85 and 19.15 % are 80.9 and 19.1 %. */
export const shownRates = ({ delivered, failed }: Rates): Rates => {
  if (delivered === null || failed === null || Math.round((delivered + failed) * steps) !== steps) {
    return { delivered, failed };
  }
  const shown = Math.round(delivered * steps);
  return { delivered: shown / steps, failed: (steps - shown) / steps };
};
