import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { isoOf } from '../../../lambdas/kernel/time.ts';
import { longestRange } from '../../../lambdas/domain/usage/usage-range.ts';
import { noUsage } from '../../../lambdas/domain/usage/usage-sum.ts';
import { noHoldings } from '../../../lambdas/domain/usage/usage-day.ts';
import { daysAfter, utcDaysBetween } from '../../../lambdas/domain/usage/utc-day.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { closeDay } from '../../../lambdas/store/usage/usage-days.ts';
import type { Scenario } from '../scenario.ts';
import type { PlantedScene } from '../scene.ts';

/** The partner's closed days; the last day of the range is not closed. */
const plantDays = async ({ table, other, clock }: PlantedScene): Promise<readonly string[]> => {
  const today = isoOf(clock.now()).slice(0, 10);
  const days = utcDaysBetween(daysAfter(today, 1 - longestRange), today);
  for (const day of days.slice(0, -1)) {
    await closeDay(table, other.partnerId, day, { usage: noUsage, end: noHoldings });
  }
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...keys.usageHead(other.partnerId) },
      UpdateExpression: 'SET first_day = :first, next_day = :next',
      ExpressionAttributeValues: { ':first': days[0], ':next': today },
    }),
  );
  return days;
};

export const usageScenarios: readonly Scenario<PlantedScene>[] = [
  {
    route: 'get-partner-usage',
    about: '400 days; the last is not closed',
    answers: 200,
    prepare: async (scene) => {
      const [first = ''] = await plantDays(scene);
      return { method: 'GET', given: { date_from: first, granularity: 'month' }, bearer: scene.other.apiKey };
    },
  },
];
