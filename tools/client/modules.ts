import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import { errorSchemas } from '../openapi/error-responses.ts';
import { eventSchemas } from '../openapi/events.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { sharedEventSchemas } from '../openapi/optional-events.ts';
import { ownOfClient, requestName, requestSchemas, selectorsOf } from '../openapi/requests.ts';
import { isReadByCursor, responseName, responseSchemas } from '../openapi/responses.ts';
import { commentOf, objectText, typeText } from './type-text.ts';

type Summaries = ReadonlyMap<string, RouteSummary>;
type Schemas = Readonly<Record<string, JsonSchema>>;

const head = '// Made by `npm run generate` from the code; a test compares them.\n';

const declaration = (name: string, schema: JsonSchema, without: readonly string[] = []): string => {
  const text = objectText(schema, '', without);
  const comment = commentOf(schema.description, '');
  return text.startsWith('{')
    ? `${comment}export interface ${name} ${text}\n`
    : `${comment}export type ${name} = ${text};\n`;
};

const declarations = (schemas: Schemas, without?: (schema: JsonSchema) => readonly string[]): readonly string[] =>
  Object.entries(schemas).map(([name, schema]) => declaration(name, schema, without?.(schema)));

/** packages/client/src/schemas.ts: the types of requests and answers. */
export const schemasModule = async (routes: readonly LoadedRoute[], summaries: Summaries): Promise<string> => {
  const requests = Object.entries(requestSchemas(routes, summaries)).filter(([name]) => !name.endsWith('Body'));
  const errors = errorSchemas();
  const events = eventSchemas();
  return [
    head,
    ...declarations(Object.fromEntries(requests), ownOfClient),
    ...declarations(await responseSchemas(routes)),
    ...declarations(errors),
    `/** Every error that the service answers with. */\nexport type ErrorBody = ${Object.keys(errors).join(' | ')};\n`,
    ...declarations(sharedEventSchemas),
    ...declarations(events),
    `/** The events that the service sends to the partner's endpoint. */\nexport type ReceivedEvent = ${Object.keys(events).join(' | ')};\n`,
  ].join('\n');
};

const itemOf = (response: JsonSchema | undefined): string | undefined => {
  const items = response?.properties?.['items'];
  const item = typeof items === 'object' && !Array.isArray(items) ? items.items : undefined;
  return typeof item === 'object' && !Array.isArray(item) ? typeText(item) : undefined;
};

const quoted = (words: readonly string[], separator: string): string =>
  words.map((word) => JSON.stringify(word)).join(separator);

const parametersOf = (row: LoadedRoute): string => {
  const selectors = selectorsOf(row);
  return selectors.length === 0 ? requestName(row) : `WithOneOf<${requestName(row)}, ${quoted(selectors, ' | ')}>`;
};

const withOneOf = `/** Parameters with at least one of these selectors. */
export type WithOneOf<Parameters, Selector extends keyof Parameters> = {
  [Name in Selector]-?: Parameters & Required<Pick<Parameters, Name>>;
}[Selector];
`;

/** packages/client/src/routes.ts: the routes with their methods, parameters and answers. */
export const routesModule = async (routes: readonly LoadedRoute[], summaries: Summaries): Promise<string> => {
  const responses = await responseSchemas(routes);
  const lists: string[] = [];
  const rows = routes.map((row) => {
    const response = responseName(row.route);
    const item = row.methods.includes('GET') ? itemOf(responses[response]) : undefined;
    if (item !== undefined) lists.push(`  readonly ${JSON.stringify(row.route)}: ${item};`);
    return [
      commentOf(summaries.get(row.route)?.summary, '  ').trimEnd(),
      `  readonly ${JSON.stringify(row.route)}: {`,
      `    readonly method: ${quoted(row.methods, ' | ')};`,
      `    readonly parameters: ${parametersOf(row)};`,
      `    readonly response: ${response};`,
      '  };',
    ].join('\n');
  });
  const names = [...new Set([...rows, ...lists].join('\n').match(/[A-Z][A-Za-z]+(?=[;,])/g) ?? [])];
  return [
    head,
    `import type {\n${names
      .toSorted()
      .map((name) => `  ${name},`)
      .join('\n')}\n} from './schemas.ts';\n`,
    withOneOf,
    `/** The routes of the service. */\nexport interface Routes {\n${rows.join('\n')}\n}\n`,
    'export type RouteName = keyof Routes;\n',
    `/** The items of the lists. */\nexport interface Items {\n${lists.join('\n')}\n}\n`,
    'export type ListName = keyof Items;\n',
    `/** The lists that are read by cursor. */\nexport const readByCursor: ReadonlySet<RouteName> = new Set<RouteName>([\n${routes
      .filter(isReadByCursor)
      .map((row) => `  ${JSON.stringify(row.route)},\n`)
      .join('')}]);\n`,
    `/** The methods of each route. The first one is the default. */\nexport const methodsOf = {\n${routes
      .map((row) => `  ${JSON.stringify(row.route)}: [${quoted(row.methods, ', ')}],`)
      .join('\n')}\n} as const satisfies { readonly [Name in RouteName]: readonly Routes[Name]['method'][] };\n`,
    `/** Commands whose response is not stored, because it has a secret. A second attempt would be another command. */\nexport const sentOnce: ReadonlySet<RouteName> = new Set<RouteName>([\n${routes
      .filter(({ operation }) => operation.ignoresIdempotencyKey === true)
      .map((row) => `  ${JSON.stringify(row.route)},\n`)
      .join('')}]);\n`,
  ].join('\n');
};
