import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';

/** Called around every call of an index; may wait, or throw to crash. */
export type Interruption = (moment: 'before' | 'after') => Promise<void>;

/** The same index, with an action before each call and after it, when the response may still be lost. */
export const interrupted = (index: DeliveryIndex, interruption: Interruption): DeliveryIndex => {
  const around = async <T>(call: () => Promise<T>): Promise<T> => {
    await interruption('before');
    const answer = await call();
    await interruption('after');
    return answer;
  };
  return {
    get: (...input) => around(() => index.get(...input)),
    range: (...input) => around(() => index.range(...input)),
    putSegments: (...input) => around(() => index.putSegments(...input)),
    commit: (...input) => around(() => index.commit(...input)),
    remove: (...input) => around(() => index.remove(...input)),
  };
};
