import { instanceWorker } from '../instances/wiring.ts';
import { runners } from './runners.ts';
import { usualPageSize } from './sync-deps.ts';

export const handler = instanceWorker<'TemplateSync'>(process.env, (deps, until) =>
  runners({ ...deps, pageSize: usualPageSize }, until),
);
