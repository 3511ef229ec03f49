import { isSubscribed, subscribeApp } from '../../platform/callbacks.ts';
import { accessOf } from '../access.ts';
import { commitProgress } from '../session-commit.ts';
import type { Step } from '../step.ts';

/** Subscribes the app to the business account. A second subscription would clear an override that others have set. */
export const subscribe: Step = async (deps, held, progress) => {
  const access = await accessOf(deps, held, progress);
  const { id } = await deps.app();
  if (!(await isSubscribed(deps.platform, access, id))) await subscribeApp(deps.platform, access);
  return commitProgress(deps, held, { ...progress, step: 'subscribed', attempts: 0 });
};
