import { deliveryErrors } from '../../../../packages/client/src/delivery-errors.ts';

/** The codes of failures that the verdict leaves out. */
export const leftOutCodes: readonly string[] = Object.entries(deliveryErrors).flatMap(([code, { held }]) =>
  held ? [] : [code],
);
