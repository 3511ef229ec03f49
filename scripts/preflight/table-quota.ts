import { DescribeLimitsCommand } from '@aws-sdk/client-dynamodb';
import { ok, warning } from './item.ts';
import type { Check } from './subject.ts';

/**
 * What the stage's throttle lets in, in units a second: every call reads as much as `get-partner-customer`, and every
 * second one writes as much as a new customer. docs/access-patterns.md has them.
 */
const unitsOfCall = { read: 7, write: 6 } as const;

/**
 * Whether one table may serve what the stage's throttle lets in. The quota of a table holds for one on demand as well;
 * those of the account do not: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */
export const tableQuota: Check = {
  name: 'table',
  actions: ['dynamodb:DescribeLimits'],
  look: async ({ stage, clients }) => {
    const limits = await clients.dynamodb.send(new DescribeLimitsCommand());
    const calls = stage.api.requestsPerSecond;
    const found = [
      { kind: 'read', may: limits.TableMaxReadCapacityUnits ?? 0, needed: calls * unitsOfCall.read },
      { kind: 'write', may: limits.TableMaxWriteCapacityUnits ?? 0, needed: calls * unitsOfCall.write },
    ];
    return found.map(({ kind, may, needed }) => {
      const text = `a table may ${kind} ${may} units a second, ${calls} calls a second need ${needed}`;
      return may >= needed
        ? ok(`table ${kind}s`, text)
        : warning(
            `table ${kind}s`,
            text,
            `Ask for ${needed} in Service Quotas (${stage.region}, Amazon DynamoDB, "Table-level ${kind} throughput limit"), or lower api.requestsPerSecond in lib/stages.ts.`,
          );
    });
  },
};
