import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';

/** A point in a worker's run: before one of its calls of the platform, or after its response. */
export interface Moment {
  /** Counted from 1. */
  readonly call: number;
  readonly when: 'before' | 'after';
}

export const everyMoment = (calls: number): readonly Moment[] =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) => [
    { call, when: 'before' as const },
    { call, when: 'after' as const },
  ]);

/** A worker that is interrupted at a point: another action runs completely before it continues. */
export const overtaken = (deps: ConnectDeps, moment: Moment, happens: () => Promise<unknown>): ConnectDeps => {
  let calls = 0;
  return {
    ...deps,
    platform: {
      call: async (request) => {
        calls += 1;
        const isNow = calls === moment.call;
        if (isNow && moment.when === 'before') await happens();
        const answer = await deps.platform.call(request);
        if (isNow && moment.when === 'after') await happens();
        return answer;
      },
    },
  };
};
