import { expect, test } from '@jest/globals';
import { checkRelease, type ReleaseDeps } from '../../lambdas/probe/check-release.ts';
import type { ProbeAccess } from '../../lambdas/probe/access.ts';
import { logger } from '../../lambdas/runtime/logger.ts';

const access: ProbeAccess = { apikey: 'pk', key: 'partner_test_a_b', webhook_secret: 'whsec_a' };
const hook = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' };

/** @returns the statuses that CodeDeploy got, and how long the check waited */
const reported = async (given: Partial<ReleaseDeps>, accessOf = () => Promise.resolve<ProbeAccess | null>(access)) => {
  const statuses: string[] = [];
  let waited = 0;
  const deps: ReleaseDeps = {
    invoke: () => Promise.resolve({ statusCode: 200 }),
    report: (_, status) => {
      statuses.push(status);
      return Promise.resolve();
    },
    sleep: (milliseconds) => {
      waited += milliseconds;
      return Promise.resolve();
    },
    log: logger(() => undefined, {}),
    ...given,
  };
  await checkRelease(deps, accessOf, hook);
  return { statuses, waited };
};

/** Fails a few times first. */
const after = <T>(failures: number, answer: T) => {
  let left = failures;
  return () => (left-- > 0 ? Promise.reject(new Error('AccessDenied')) : Promise.resolve(answer));
};

test.each([
  ['answers', { statusCode: 200 }, 'Succeeded'],
  ['creates', { statusCode: 201 }, 'Succeeded'],
  ['fails', { statusCode: 500 }, 'Failed'],
  ['answers nothing', null, 'Failed'],
])('a version that %s is reported', async (_, answer, status) => {
  expect(await reported({ invoke: () => Promise.resolve(answer) })).toEqual({ statuses: [status], waited: 0 });
});

test('a permission that does not hold yet is waited for, and what never answers is reported', async () => {
  expect(await reported({ invoke: after(8, { statusCode: 200 }) })).toEqual({
    statuses: ['Succeeded'],
    waited: 80_000,
  });
  expect(await reported({ invoke: after(Infinity, null) })).toEqual({ statuses: ['Failed'], waited: 80_000 });
});

test('access that cannot be read is a failure, and absent access is none', async () => {
  const failing = () => Promise.reject(new Error('the secret is out of reach'));
  expect((await reported({}, failing)).statuses).toEqual(['Failed']);
  expect((await reported({}, () => Promise.resolve(null))).statuses).toEqual(['Succeeded']);
});

test('a report that is lost is made again', async () => {
  let tries = 0;
  const report = () => ((tries += 1) < 3 ? Promise.reject(new Error('codedeploy answered 500')) : Promise.resolve());
  await reported({ report });
  expect(tries).toBe(3);
});
