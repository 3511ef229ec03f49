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

/** A permission that is as new as the version takes some seconds to hold everywhere. */
const tries = 3;

const answersOf = async ({ invoke, sleep, log }: ReleaseDeps, event: object): Promise<boolean> => {
  for (let left = tries - 1; ; left -= 1) {
    try {
      const status = answered.safeParse(await invoke(event)).data?.statusCode;
      log.info('the new version answered', { status });
      return status === 200 || status === 201;
    } catch (error) {
      log.warn('the new version did not answer', { error });
      if (left === 0) return false;
      await sleep(10 * second);
    }
  }
};

/** Makes a call of the new version, and stops the release unless it is answered. Without access, nothing can be said of it. */
export const checkRelease = async (deps: ReleaseDeps, access: ProbeAccess | null, hook: HookEvent): Promise<void> => {
  if (access === null) deps.log.warn('the release was not checked: the probe has no access');
  const isGood = access === null || (await answersOf(deps, callEvent(access, hook.LifecycleEventHookExecutionId)));
  await deps.report(hook, isGood ? 'Succeeded' : 'Failed');
};
