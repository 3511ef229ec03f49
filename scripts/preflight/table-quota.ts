import { DescribeLimitsCommand } from '@aws-sdk/client-dynamodb';
import { ok, warning } from './item.ts';
import type { Check } from './subject.ts';

/**
 * The units of a call, by assumption: every call reads as much as `get-partner-customer`, and every second one writes as
 * much as a new customer. See docs/access-patterns.md.
 */
const unitsOfCall = { read: 7, write: 6 } as const;

/**
 * Whether the quotas of a table suffice for the calls that the stage's throttle admits. A table's quota applies to an
 * on-demand table too; the account's quotas do not: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
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
      const text = `a table may ${kind} ${may} units a second, but ${calls} calls a second need ${needed}`;
      return may >= needed
        ? ok(`table ${kind}s`, text)
        : warning(
            `table ${kind}s`,
            text,
            `Request ${needed} in Service Quotas (${stage.region}, Amazon DynamoDB, "Table-level ${kind} throughput limit"), or lower api.requestsPerSecond in lib/stages.ts.`,
          );
    });
  },
};
