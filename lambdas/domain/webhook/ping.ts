import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { apiVersion } from '../event.ts';

/** The body of a request that tests whether an endpoint takes signed messages. It is not an event and has no sequence. */
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
