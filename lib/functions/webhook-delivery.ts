import type { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { localParameters } from '../local-parameters.ts';
import { outboundEnvironment } from '../outbound-environment.ts';
import type { ServiceParts } from '../service-parts.ts';

export const deliveryEnvironment = ({
  stage,
  storage,
  encryption,
  local,
}: ServiceParts): Partial<Record<Variable, string>> => ({
  stage: stage.name,
  tableName: storage.table.tableName,
  keyId: encryption.key.keyId,
  deliverySlots: String(stage.deliverySlots),
  ...outboundEnvironment(stage),
  ...(stage.name === 'local' ? { retryDivisor: local(localParameters.retryDivisor) } : {}),
});

/** The worker that sends events, and the worker of paused endpoints. */
export const addWebhookDelivery = (scope: Construct, parts: ServiceParts): void => {
  const { stage, storage, encryption, queues } = parts;
  const delivery = new ServiceFunction(scope, 'WebhookDelivery', {
    stage,
    description: "Signs events and sends them to the partners' endpoints",
    entry: 'lambdas/functions/webhook-delivery.ts',
    size: stage.workers.webhookDelivery,
    environment: { ...deliveryEnvironment(parts), ...queues.environmentOf(['slow']) },
  });
  const keeper = new ServiceFunction(scope, 'OutboxKeeper', {
    stage,
    description:
      'Probes paused endpoints, sends waiting events, events again and test events, and deletes expired events',
    entry: 'lambdas/functions/outbox-keeper.ts',
    size: stage.workers.outboxKeeper,
    environment: deliveryEnvironment(parts),
  });
  for (const sender of [delivery, keeper]) {
    storage.grantReading(sender, ['GetItem', 'BatchGetItem', 'Query']);
    encryption.grantOpening(sender, ['webhook_secret']);
    // Events end only while the endpoint that could not take them still stands. The content of callbacks is deleted, and rows of resends.
    storage.grantCommitting(sender, ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']);
  }
  storage.grantFindingDue(keeper);
  queues.feed(delivery, stage.workers.webhookDelivery, { slow: stage.workers.slowWebhooks });
  queues.feed(keeper, stage.workers.outboxKeeper);
};
