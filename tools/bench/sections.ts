import { loadedPages } from './delivery/loaded-pages.ts';
import { deliveryPages } from './delivery/pages.ts';
import { deliveryWrites } from './delivery/writes.ts';
import type { Section } from './section.ts';
import { calls } from './speed/calls.ts';
import { functions } from './speed/functions.ts';
import { noise } from './speed/noise.ts';
import { ownCode } from './speed/own-code.ts';
import { rateLeases } from './speed/rate-leases.ts';
import { starts } from './speed/starts.ts';
import { roundTrips } from './table/round-trips.ts';
import { deliveredEvent } from './webhook/delivered-event.ts';
import { delivering } from './webhook/delivering.ts';
import { signing } from './webhook/signing.ts';

/** The sections of `npm run bench`, in order. */
export const sections: readonly Section[] = [
  noise,
  starts,
  calls,
  functions,
  ownCode,
  rateLeases,
  roundTrips,
  deliveryPages,
  loadedPages,
  deliveryWrites,
  signing,
  deliveredEvent,
  delivering,
];
