import { instanceWorker } from './wiring/instance-work.ts';
import { openPlatformApp } from '../runtime/platform-app.ts';
import { refreshInstances } from '../lines/refresh-instances.ts';

const app = openPlatformApp(process.env);

export const handler = instanceWorker<'InstanceRefresh'>(process.env, (deps, until) => ({
  instanceWatch: (work) => refreshInstances({ ...deps, app }, work, until),
}));
