import type { Service } from './service.ts';
import { tryCustomers } from './customers.ts';
import { tryPublicEndpoints } from './public-endpoints.ts';
import { tryEndings } from './endings.ts';
import { tryLines } from './lines.ts';
import { tryReads } from './reads.ts';
import { equal, Steps, type Outcome } from './steps.ts';

/** Closes what was made, whatever became of the steps: a merged or inactive customer answers as well. */
const takeAway = async (steps: Steps, { client }: Service, customers: readonly string[]): Promise<void> => {
  await steps.try('what was made is deactivated', async () => {
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
 * Tries a stage as a partner's backend meets it.
 * @param run names what is made, so that no two runs meet
 * @param tell hears of each outcome as it comes
 */
export const smoke = async (
  service: Service,
  run: string,
  tell: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> => {
  const steps = new Steps(tell);
  const made: string[] = [];
  await tryPublicEndpoints(steps, service);
  await tryReads(steps, service);
  await steps.whole(async () => {
    const pair = await tryCustomers(steps, service, run, (customerId) => made.push(customerId));
    await steps.whole(() => tryLines(steps, service, run, pair));
    await tryEndings(steps, service, pair);
  });
  await takeAway(steps, service, made);
  return steps.outcomes;
};
