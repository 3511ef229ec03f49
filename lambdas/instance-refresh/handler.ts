import { instanceWorker } from '../instances/wiring.ts';
import { refreshInstances } from './refresh-instances.ts';

export const handler = instanceWorker<'InstanceRefresh'>(process.env, (deps, until) => ({
  instanceWatch: (work) => refreshInstances(deps, work, until),
}));
