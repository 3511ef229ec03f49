import { production } from '../../lib/stages.ts';
import { limitsOf, type Limits } from './quotas.ts';

/** The settings of a stage that limit loads. */
interface Deployment {
  readonly requestsPerSecond: number;
  /** Environments of the dispatcher. */
  readonly dispatchers: number;
  /** Workers that send events. */
  readonly senders: number;
  /** Workers of the queue for slow endpoints. */
  readonly slowSenders: number;
}

/** The quotas of AWS and the deployment of a measurement. */
export interface Setting {
  readonly limits: Limits;
  readonly deployment: Deployment;
}

/** Production as it is, with quotas and settings that differ. */
export const settingOf = (raised: Partial<Limits>, deployment: Partial<Deployment> = {}): Setting => ({
  limits: limitsOf(raised),
  deployment: {
    requestsPerSecond: production.api.requestsPerSecond,
    dispatchers: Number(production.dispatcher.reservedConcurrency),
    senders: production.workers.webhookDelivery.concurrency,
    slowSenders: production.workers.slowWebhooks.concurrency,
    ...deployment,
  },
});
