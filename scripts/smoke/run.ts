import type { Service } from './service.ts';
import { tryDocs } from './docs.ts';
import { tryCustomers } from './customers.ts';
import { tryPublicEndpoints } from './public-endpoints.ts';
import { tryEndings } from './endings.ts';
import { tryLines } from './lines.ts';
import { tryPortal } from './portal.ts';
import { tryReads } from './reads.ts';
import { equal, Steps, type Outcome } from './steps.ts';

/** Deactivates what was created, also after a failed step. The call succeeds for a merged or inactive customer too. */
const takeAway = async (steps: Steps, { client }: Service, customers: readonly string[]): Promise<void> => {
  await steps.try('what was created is deactivated', async () => {
    for (const customerId of customers) {
      const { body } = await client.call('deactivate-partner-customer', {
        partner_customer_id: customerId,
        reason: 'smoke',
      });
      equal('still active', body.customer.status === 'active', false);
    }
  });
};

/**
 * Tests a stage by calls of a partner's backend.
 * @param run part of the names of what is created, so that two runs do not collide
 * @param portal whether the stage has a portal, and with it the documentation
 * @param tell is called with each outcome
 */
export const smoke = async (
  service: Service,
  run: string,
  portal: boolean,
  tell: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> => {
  const steps = new Steps(tell);
  const made: string[] = [];
  await tryPublicEndpoints(steps, service);
  if (portal) {
    await tryPortal(steps, service.access.apiUrl);
    await tryDocs(steps, service.access.apiUrl);
  }
  await tryReads(steps, service);
  await steps.whole(async () => {
    const pair = await tryCustomers(steps, service, run, (customerId) => made.push(customerId));
    await steps.whole(() => tryLines(steps, service, run, pair));
    await tryEndings(steps, service, pair);
  });
  await takeAway(steps, service, made);
  return steps.outcomes;
};
