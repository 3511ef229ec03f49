import * as z from 'zod/mini';
import { second } from '../kernel/time.ts';
import type { Log } from '../runtime/logger.ts';
import type { ProbeAccess } from './access.ts';
import { customer } from './parts.ts';
import { credentialsOf, type Patience } from './partner-calls.ts';

/** What CodeDeploy invokes a hook with: https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-hooks.html */
export const hookEvent = z.object({ DeploymentId: z.string(), LifecycleEventHookExecutionId: z.string() });
export type HookEvent = Readonly<z.infer<typeof hookEvent>>;

export interface ReleaseDeps extends Pick<Patience, 'sleep'> {
  /** Invokes the new version, which no caller reaches yet. @returns what it answered */
  readonly invoke: (event: object) => Promise<unknown>;
  readonly report: (hook: HookEvent, status: 'Succeeded' | 'Failed') => Promise<void>;
  readonly log: Log;
}

const answered = z.object({ statusCode: z.number() });

/** The parts of API Gateway's event that the dispatcher reads. */
const callEvent = (access: ProbeAccess, requestId: string): object => ({
  version: '2.0',
  rawPath: '/',
  rawQueryString: 'route=upsert-partner-customer',
  headers: { ...credentialsOf(access), 'content-type': 'application/json' },
  requestContext: { requestId, http: { method: 'POST', path: '/', sourceIp: '127.0.0.1' } },
  body: JSON.stringify({ route: 'upsert-partner-customer', ...customer }),
  isBase64Encoded: false,
});

/** A permission that is as new as the version takes some seconds to hold everywhere, in rare cases more than a minute. */
const tries = 9;

const untilAnswered = async <T>({ sleep, log }: ReleaseDeps, failed: string, run: () => Promise<T>): Promise<T> => {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await run();
    } catch (error) {
      log.warn(failed, { error });
      if (left === 0) throw error;
      await sleep(10 * second);
    }
  }
};

/** Without access, nothing can be said of the version. */
const isGood = async (deps: ReleaseDeps, access: ProbeAccess | null, hook: HookEvent): Promise<boolean> => {
  if (access === null) {
    deps.log.warn('the release was not checked: the probe has no access');
    return true;
  }
  const event = callEvent(access, hook.LifecycleEventHookExecutionId);
  const answer = await untilAnswered(deps, 'the new version did not answer', () => deps.invoke(event));
  const status = answered.safeParse(answer).data?.statusCode;
  deps.log.info('the new version answered', { status });
  return status === 200 || status === 201;
};

/**
 * Makes a call of the new version, and stops the release unless it is answered. CodeDeploy waits an hour for the report: what fails is reported
 * too.
 */
export const checkRelease = async (
  deps: ReleaseDeps,
  accessOf: () => Promise<ProbeAccess | null>,
  hook: HookEvent,
): Promise<void> => {
  const check = async (): Promise<boolean> => isGood(deps, await accessOf(), hook);
  const good = await check().catch(() => false);
  await untilAnswered(deps, 'the check of the release was not reported', () =>
    deps.report(hook, good ? 'Succeeded' : 'Failed'),
  );
};
