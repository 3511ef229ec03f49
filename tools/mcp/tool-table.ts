import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { inputOf, parametersOf } from '../openapi/requests.ts';
import type { RouteSummary } from '../docs/summaries.ts';

/** Parameters with a secret. A tool has none: a model must not read or write one. */
const secretParameters = new Set(['platform_verify_token']);

const isQuery = ({ methods }: LoadedRoute): boolean => methods.includes('GET');

const idempotencyKey: JsonSchema = {
  type: 'string',
  minLength: 8,
  maxLength: 200,
  description: 'Set it only to repeat a command whose answer was lost: the key that the error named.',
};

const schemaOf = (row: LoadedRoute): JsonSchema => {
  const given = Object.entries(parametersOf(row)).filter(([name]) => !secretParameters.has(name));
  const required = (inputOf(row).required ?? []).filter((name) => name !== 'route');
  return {
    type: 'object',
    properties: { ...Object.fromEntries(given), ...(isQuery(row) ? {} : { idempotency_key: idempotencyKey }) },
    required,
  };
};

/** packages/mcp/src/tool-table.ts: each route as a tool, but those whose answer has a secret. */
export const toolTableModule = (
  routes: readonly LoadedRoute[],
  summaries: ReadonlyMap<string, RouteSummary>,
): string => {
  const tools = routes
    .filter(({ operation }) => operation.ignoresIdempotencyKey !== true)
    .map((row) => ({
      route: row.route,
      description: summaries.get(row.route)?.summary ?? '',
      isCommand: !isQuery(row),
      inputSchema: schemaOf(row),
    }));
  return [
    '// Made by `npm run generate` from the code; a test compares them.\n',
    "import type { Tool } from './tool.ts';\n",
    '/** The routes as tools, but those whose answer has a secret. */',
    `export const tools: readonly Tool[] = ${JSON.stringify(tools)};\n`,
  ].join('\n');
};
