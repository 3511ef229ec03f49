import { code, page, table } from '../docs/markdown.ts';
import { callSamples } from './call-samples.ts';
import { errorCodesOf, resolved, type DescribedRoute, type Description, type Operation } from './description.ts';
import { bodyTable, fieldTable, parameterTable, prose } from './field-table.ts';

const scopeOf = ({ security }: Operation): string | undefined =>
  security.flatMap(({ partnerKey }) => partnerKey ?? []).at(0);

const takesKeys = ({ security }: Operation): boolean => security.some(({ partnerKey }) => partnerKey !== undefined);

const callersOf = (operation: Operation): string => {
  const scope = scopeOf(operation);
  if (!takesKeys(operation)) return 'members, with their token; a partner key gets 403 `forbidden_role`';
  return `partner keys with the scope ${code(scope ?? '')}, and members whose role has it`;
};

const takesIdempotencyKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name === 'Idempotency-Key');

const idempotencyOf = ({ methods: [method], operation }: DescribedRoute): string => {
  if (method === 'GET') return 'not needed: a query changes nothing';
  return takesIdempotencyKey(operation) ? 'accepted' : 'ignored';
};

const isHeader = ({ in: place }: { readonly in: string }): boolean => place === 'header';

const requestPart = (description: Description, { operation }: DescribedRoute): string => {
  const { parameters, requestBody } = operation;
  const body = requestBody?.content['application/json'].schema;
  if (body !== undefined) return bodyTable(description, body);
  return parameterTable(
    description,
    parameters.filter((one) => !isHeader(one)),
  );
};

/** The values of an example, without the route. */
const exampleOf = ({ operation, methods: [method] }: DescribedRoute): Readonly<Record<string, unknown>> => {
  const given: Record<string, unknown> =
    method === 'GET'
      ? Object.fromEntries(operation.parameters.map(({ name, example }) => [name, example]))
      : (operation.requestBody?.content['application/json'].example ?? {});
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => name !== 'route' && value !== undefined));
};

const answersPart = (description: Description, { operation }: DescribedRoute): readonly string[] =>
  Object.entries(operation.responses).flatMap(([status, response], index) => {
    if ('$ref' in response || response.content === undefined) return [];
    const { schema, examples = {} } = response.content['application/json'];
    const shown = Object.values(examples).map(({ value }) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``);
    // Of a list that is read by page or by cursor, the fields of a page: it has those of both.
    const [body = schema] = schema.anyOf ?? [];
    const fields = index === 0 ? ['### Fields', fieldTable(description, resolved(description, body))] : [];
    return [`### ${status}`, prose(response.description), ...shown, ...fields];
  });

const errorsPart = (description: Description, { operation }: DescribedRoute): string =>
  table(
    ['status', 'codes'],
    [...errorCodesOf(description, operation)].map(([status, codes]) => [
      status,
      codes.map((name) => `[${code(name)}](../errors.md#${name})`).join(', '),
    ]),
  );

/** The page of a route. */
export const routePage = (description: Description, described: DescribedRoute): string => {
  const { route, methods, operation } = described;
  return page(
    `# ${route}`,
    prose(operation.description),
    [
      ['Methods', methods.map(code).join(', ')],
      ['Callers', callersOf(operation)],
      ['Idempotency-Key', `[${idempotencyOf(described)}](../../errors.md#repeat-a-call-safely)`],
      ...(operation['x-beyond'] ? [['Since', 'added after version 1.1.0 of the interface']] : []),
    ]
      .map(([name = '', text = '']) => `- **${name}**: ${text}`)
      .join('\n'),
    '## Request',
    requestPart(description, described),
    '## Example',
    callSamples({
      route,
      method: methods[0],
      values: exampleOf(described),
      isForMembers: !takesKeys(operation),
      ignoresIdempotencyKey: !takesIdempotencyKey(operation),
    }),
    '## Answers',
    ...answersPart(description, described),
    '## Errors',
    errorsPart(description, described),
  );
};

/** The page that lists all routes. */
export const routeListPage = (routes: readonly DescribedRoute[], areas: readonly string[]): string =>
  page(
    '# Routes',
    'All operations have one path, `/functions/v1/swift-worker`. The parameter `route` chooses the operation. A GET has it in its\n' +
      'query. Every other method has it in its JSON body or in its query.',
    ...areas.flatMap((area) => [
      `## ${area.slice(0, 1).toUpperCase()}${area.slice(1)}`,
      table(
        ['route', 'methods', 'scope', 'does'],
        routes
          .filter((one) => one.area === area)
          .map(({ route, methods, operation }) => [
            `[${code(route)}](routes/${route}.md)`,
            methods.join(', '),
            takesKeys(operation) ? code(scopeOf(operation) ?? '') : 'members',
            prose(operation.description),
          ]),
      ),
    ]),
  );
