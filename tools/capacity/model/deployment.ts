import { production } from '../../../lib/stages.ts';

/** The settings of a stage that limit loads. */
export interface Deployment {
  readonly requestsPerSecond: number;
  readonly burst: number;
  /** Environments of the dispatcher. */
  readonly dispatchers: number;
  /** Workers that send events. */
  readonly senders: number;
  /** Workers of the queue for slow endpoints. */
  readonly slowSenders: number;
}

const { api, dispatcher, workers } = production;

/** The settings of production. */
export const deployed: Deployment = {
  requestsPerSecond: api.requestsPerSecond,
  burst: api.burst,
  dispatchers: Number(dispatcher.reservedConcurrency),
  senders: workers.webhookDelivery.concurrency,
  slowSenders: workers.slowWebhooks.concurrency,
};

export const scaled = (deployment: Deployment, scale: number): Deployment => ({
  requestsPerSecond: deployment.requestsPerSecond * scale,
  burst: deployment.burst * scale,
  dispatchers: Math.ceil(deployment.dispatchers * scale),
  senders: Math.ceil(deployment.senders * scale),
  slowSenders: Math.ceil(deployment.slowSenders * scale),
});
