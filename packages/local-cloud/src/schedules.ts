import { randomUUID } from 'node:crypto';
import type { AsynchronousQueue } from './lambda/asynchronous.ts';
import type { Functions } from './lambda/functions.ts';
import type { ScheduleExpression } from './schedule-expression.ts';
import { account, region } from './services/names.ts';

/** An `AWS::Events::Rule` with a schedule, or an `AWS::Scheduler::Schedule`. */
export interface Schedule {
  /** Logical id. */
  readonly name: string;
  readonly arn: string;
  readonly source: 'aws.events' | 'aws.scheduler';
  readonly expression: ScheduleExpression;
  readonly enabled: boolean;
  readonly targets: readonly { readonly functionArn: string; /** JSON. */ readonly input: string | undefined }[];
}

export interface Schedules {
  readonly names: readonly string[];
  /** Runs a schedule now, due or not. @throws Error when there is no schedule of this name */
  fire(name: string): void;
  readonly stop: () => void;
}

const minute = 60_000;
// Longer waits would overflow setTimeout: https://nodejs.org/api/timers.html#settimeoutcallback-delay-args
const longestInterval = 2 ** 31 - 1;

/** https://docs.aws.amazon.com/eventbridge/latest/ref/events-ref-scheduled.html */
const scheduledEvent = ({ arn, source }: Schedule, at: Date): string =>
  JSON.stringify({
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source,
    account,
    time: at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region,
    resources: [arn],
    detail: source === 'aws.events' ? {} : '{}',
  });

export const startSchedules = (
  schedules: readonly Schedule[],
  functions: Functions,
  asynchronous: AsynchronousQueue,
): Schedules => {
  const fire = (schedule: Schedule): void => {
    for (const { functionArn, input } of schedule.targets) {
      asynchronous.enqueue(functions.get(functionArn), input ?? scheduledEvent(schedule, new Date()));
    }
  };
  const timers = new Set<NodeJS.Timeout>();
  const everyMinute = (matches: (at: Date) => boolean, schedule: Schedule): void => {
    const next = Math.floor(Date.now() / minute + 1) * minute;
    const timer = setTimeout(() => {
      timers.delete(timer);
      everyMinute(matches, schedule);
      if (matches(new Date(next))) fire(schedule);
    }, next - Date.now());
    timers.add(timer);
  };
  for (const schedule of schedules.filter(({ enabled }) => enabled)) {
    const { expression } = schedule;
    if (expression.kind === 'cron') everyMinute(expression.matches, schedule);
    else if (expression.milliseconds <= longestInterval) {
      timers.add(setInterval(fire, expression.milliseconds, schedule));
    }
  }
  return {
    names: schedules.map(({ name }) => name),
    fire: (name) => {
      const schedule = schedules.find((one) => one.name === name);
      if (schedule === undefined) throw new Error(`there is no schedule ${name}`);
      fire(schedule);
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
};
