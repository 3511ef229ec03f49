import { healthy, type EndpointHealth } from '../../../lambdas/domain/webhook/endpoint-health.ts';
import { indexDelay } from '../../../lambdas/domain/webhook/resend.ts';
import { changeOutbox } from '../../../lambdas/store/webhooks/outbox.ts';
import { settle } from '../background.ts';
import type { Stage } from '../stage.ts';

export const setHealth = async ({ surroundings: { table }, partner }: Stage, health: EndpointHealth): Promise<void> => {
  await changeOutbox(table, table.retryPolicy, partner.partnerId, (record) => ({
    record: { ...record, health },
    clauses: [],
  }));
};

/** Three events of two customers, which a disabled endpoint left undelivered. It is enabled again. */
export const undelivered = async (stage: Stage): Promise<void> => {
  const customers = [await stage.newCustomer(), await stage.newCustomer()];
  await setHealth(stage, { state: 'disabled', at: stage.surroundings.clock.now(), reason: 'gone', since: null });
  for (const [index, customer_id] of [...customers, ...customers.slice(0, 1)].entries()) {
    const given = { customer_id, customer_name: `Name ${index}` };
    await stage.prepared('update-partner-customer', { method: 'PATCH', given });
  }
  await settle(stage.surroundings);
  await setHealth(stage, healthy);
};

/** A resend of these events. */
export const resending = async (stage: Stage): Promise<void> => {
  await undelivered(stage);
  await stage.prepared('resend-partner-webhook-events', { method: 'POST', given: { since: '2020-01-01' } });
  stage.surroundings.clock.pass(indexDelay);
};
