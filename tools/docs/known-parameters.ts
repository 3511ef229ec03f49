import { format, resolveConfig } from 'prettier';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { paging } from '../../lambdas/api/fields.ts';
import type { LoadedRoute } from '../openapi/loaded-routes.ts';

const module = fileURLToPath(new URL('../../lambdas/api/known-parameters.ts', import.meta.url));

const namesARecord = /_(?:id|key)$/;
const notAFilter = new Set(['route', 'partner_id', ...Object.keys(paging())]);

/** What a query filters or selects by, and what a command takes in its query to name a record. */
const namesOf = ({ methods, operation }: LoadedRoute): readonly string[] => {
  const { input, selectors = [] } = operation;
  if (methods[0] !== 'GET') return selectors.filter((name) => namesARecord.test(name));
  return input instanceof z.ZodMiniObject ? Object.keys(input._zod.def.shape) : [];
};

/** The names that any route knows as a selector or a filter. */
export const namesOfAll = (routes: readonly LoadedRoute[]): readonly string[] =>
  [...new Set(routes.flatMap(namesOf))].filter((name) => !notAFilter.has(name)).sort();

/** A call loads one operation, so that the names of all are part of the code. */
export const knownParametersModule = async (routes: readonly LoadedRoute[]): Promise<string> => {
  const code = `// Made by \`npm run generate\` from the operations of all routes. Do not edit.

/** The parameters that any route knows as a selector or a filter. */
export const knownParameters: ReadonlySet<string> = new Set(${JSON.stringify(namesOfAll(routes))});
`;
  return format(code, { ...(await resolveConfig(module)), filepath: module });
};
