import { isoOf, type Milliseconds } from '../time.ts';
import { apiVersion } from '../event.ts';

/** Asks an endpoint whether it takes signed messages. It is no event: it has no sequence and says nothing. */
export const pingBody = (id: string, partnerId: string, environment: string, now: Milliseconds): string =>
  JSON.stringify({
    id,
    type: 'service.ping',
    api_version: apiVersion,
    timestamp: isoOf(now),
    partner_id: partnerId,
    environment,
    data: {},
  });
