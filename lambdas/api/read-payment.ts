import { readUnitsOf, type RateClass } from '../domain/rate.ts';
import type { ReadMeter } from '../store/table/table-metered.ts';

/** Debits tokens for a call that has been admitted. @param isOver the call has been carried out, and is not refused any more */
export type Charge = (calls: number, isOver: boolean) => Promise<void>;

export interface ReadPayment extends ReadMeter {
  /** Pays for what was read since the last payment. It never rejects: the call has been carried out. */
  readonly settle: () => Promise<void>;
}

/**
 * A call pays with tokens of its class for what it reads, before it reads more: a partner's reads take no more of the table than its limit
 * admits, however much the partner stores.
 * @param admitted the calls as which the call was admitted
 * @param mayStop whether the call may be refused after it has begun. A command is carried out, and paid afterwards.
 * @param onUnpaid is called with the error when a call that has been carried out can't be paid
 */
export const readPayment = (
  rateClass: RateClass,
  admitted: number,
  mayStop: boolean,
  charge: Charge,
  onUnpaid: (error: unknown) => void,
): ReadPayment => {
  const perCall = readUnitsOf(rateClass);
  let [units, paid] = [0, admitted];
  const pay = async (isOver: boolean): Promise<void> => {
    const owed = Math.ceil(units / perCall) - paid;
    if (owed <= 0) return;
    // Reads at the same time do not pay for the same.
    paid += owed;
    await charge(owed, isOver);
  };
  return {
    before: () => (mayStop ? pay(false) : Promise.resolve()),
    read: (taken) => {
      units += taken;
    },
    settle: () => pay(true).catch(onUnpaid),
  };
};
