import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { checksOrigin } from '../../lib/address.ts';
import type { QueueSize } from '../../lib/queue-size.ts';
import type { FunctionSize } from '../../lib/function-size.ts';
import type { DeployedStage } from '../../lib/stages.ts';
import { missing, ok, warning, type Item } from './item.ts';
import type { Check, Subject } from './subject.ts';

/** The concurrency that AWS keeps unreserved: https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html */
const keptUnreserved = 100;

/** "Concurrent executions": https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const quotaCode = 'L-B99A9384';

const isSize = (value: unknown): value is FunctionSize =>
  typeof value === 'object' && value !== null && 'reservedConcurrency' in value;

const isOfQueue = (value: unknown): value is QueueSize =>
  typeof value === 'object' && value !== null && 'concurrency' in value;

const valuesOf = (record: object): readonly unknown[] => Object.values(record);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The reserved concurrency of a stage's functions. */
export const reservedBy = (stage: DeployedStage): number => {
  const { originCheck, ...others } = stage;
  const sizes = [...valuesOf(others), ...valuesOf(stage.workers), ...(checksOrigin(stage) ? [originCheck] : [])];
  return sum(
    sizes
      .filter(isSize)
      .map(({ reservedConcurrency }) => (reservedConcurrency === 'unreserved' ? 0 : reservedConcurrency)),
  );
};

/** How much of the unreserved concurrency the queues' workers may use. */
const wantedByQueues = ({ auditCopy, workers: { auditCopy: copier, ...workers } }: DeployedStage): number =>
  sum(
    [...valuesOf(workers), ...(auditCopy === undefined ? [] : [copier])]
      .filter(isOfQueue)
      .map((size) => size.concurrency),
  );

/** The functions without a reservation among those that must go on while the workers of the queues take all they may. */
const starvable = (sizes: Readonly<Record<string, FunctionSize>>): string =>
  Object.entries(sizes)
    .filter(([, { reservedConcurrency }]) => reservedConcurrency === 'unreserved')
    .map(([name]) => name)
    .join(', ');

/** A warning for each consequence of missing reservations. */
const starving = (stage: DeployedStage): readonly Item[] => {
  const { dispatcher, connect, openApi, operator, platformCallback, originCheck, workers } = stage;
  const { changeRelay, journal, dueSweep } = workers;
  const answering = { dispatcher, connect, openApi, operator, platformCallback };
  const consequences = [
    [starvable(checksOrigin(stage) ? { ...answering, originCheck } : answering), 'calls fail'],
    [starvable({ changeRelay, journal, dueSweep }), 'changes of the table and work that is due are noticed late'],
  ] as const;
  return consequences
    .filter(([names]) => names !== '')
    .map(([names, consequence]) =>
      warning(
        'concurrency',
        `without reserved concurrency: ${names}. Under load, the workers of the queues can take all environments, and ${consequence}`,
        `reservedConcurrency of ${names} in lib/stages.ts`,
      ),
    );
};

/** What the stack's functions have reserved already. A deployment replaces it. */
const heldByStack = async ({ clients, stack }: Subject): Promise<number> => {
  const names = stack?.ofType('AWS::Lambda::Function') ?? [];
  const held = await Promise.all(
    names.map((FunctionName) => clients.lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }))),
  );
  return sum(held.map(({ ReservedConcurrentExecutions = 0 }) => ReservedConcurrentExecutions));
};

/** Whether the account's concurrency quota suffices for what the stage reserves. */
export const concurrency: Check = {
  name: 'concurrency',
  actions: ['lambda:GetAccountSettings', 'lambda:GetFunctionConcurrency'],
  look: async (subject) => {
    const { stage, clients } = subject;
    const [{ AccountLimit }, own] = await Promise.all([
      clients.lambda.send(new GetAccountSettingsCommand()),
      heldByStack(subject),
    ]);
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    const others = limit - (AccountLimit?.UnreservedConcurrentExecutions ?? 0) - own;
    const wanted = reservedBy(stage);
    const needed = wanted + others + keptUnreserved;
    const sums = `${wanted} for the stage, ${others} for other functions, ${keptUnreserved} that must stay unreserved`;
    const raise = (to: number): string =>
      `aws service-quotas request-service-quota-increase --region ${stage.region} --service-code lambda --quota-code ${quotaCode} --desired-value ${to}`;
    if (limit < needed) {
      return [
        missing(
          'concurrency',
          `the account may run ${limit} functions at once, ${needed} are needed: ${sums}`,
          `${raise(Math.max(1000, needed))} (a new account has a low quota, and an increase takes hours or days); or lower reservedConcurrency in lib/stages.ts`,
        ),
      ];
    }
    const starved = starving(stage);
    if (starved.length > 0) return starved;
    const left = limit - others - wanted;
    const queues = wantedByQueues(stage);
    if (left < queues) {
      return [
        warning(
          'concurrency',
          `${left} of ${limit} are left for the workers of the queues, which use up to ${queues}: under load, events and syncs wait; calls do not`,
          raise(limit + queues - left),
        ),
      ];
    }
    return [ok('concurrency', `the account may run ${limit} functions at once, ${needed} are needed: ${sums}`)];
  },
};
