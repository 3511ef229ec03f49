import { instanceWorker } from './wiring/instance-work.ts';
import { runners } from '../template-sync/runners.ts';
import { usualPageSize } from '../template-sync/sync-deps.ts';

export const handler = instanceWorker<'TemplateSync'>(process.env, (deps, until) =>
  runners({ ...deps, pageSize: usualPageSize }, until),
);
