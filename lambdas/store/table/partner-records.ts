import { recordPlaces, type Sizes } from '../../domain/size.ts';
import { recordPartition } from './keys.ts';
import type { Records } from './ordered-list.ts';

/** A partner's customers, or its instances, with one of the wanted statuses. */
export const partnerRecords = (
  partnerId: string,
  sizes: Sizes,
  counted: 'C' | 'I',
  wanted: ReadonlySet<string>,
): Records => ({
  partnerId,
  sizes,
  partitions: (size) => recordPlaces[size].map((place) => recordPartition(partnerId, counted, place)),
  counted,
  wanted,
});
