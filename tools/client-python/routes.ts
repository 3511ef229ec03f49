import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { pascalCase } from '../openapi/names.ts';
import { ownOfClient, requestName, requestSchemas, selectorsOf } from '../openapi/requests.ts';
import { isReadByCursor, responseName, responseSchemas } from '../openapi/responses.ts';
import { givenText, nameOf, pascal, pythonHead, pythonType } from './python-type.ts';

type Summaries = ReadonlyMap<string, RouteSummary>;

interface Parameter {
  /** In the request. */
  readonly key: string;
  /** Of an object in it. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

interface RouteMethod {
  readonly row: LoadedRoute;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
}

/** The routes as methods of a class. */
export const methodsOf = (routes: readonly LoadedRoute[], summaries: Summaries): readonly RouteMethod[] => {
  const schemas = requestSchemas(routes, summaries);
  return routes.map((row) => {
    const schema = schemas[requestName(row)] ?? {};
    const { properties = {}, required = [], description = '' } = schema;
    const left = ownOfClient(schema);
    const parameters = Object.entries(properties).flatMap(([key, type]): readonly Parameter[] =>
      typeof type === 'boolean' || left.includes(key)
        ? []
        : [{ key, name: `${pascalCase(row.route)}${pascal(key)}`, schema: type, isRequired: required.includes(key) }],
    );
    return { row, summary: description, parameters };
  });
};

const noDeclaration = (name: string): string => name;

const typeOf = ({ schema, name, key }: Parameter): string =>
  pythonType(schema, name, noDeclaration).replace(/^str\b/, givenText(schema, key));

/** None is the last one of a union. */
const orNotGiven = (type: string): string => type.replace(/( \| None)?$/, ' | NotGiven$1');

const signatureOf = (parameters: readonly Parameter[]): readonly string[] => [
  ...parameters.filter(({ isRequired }) => isRequired).map((one) => `${nameOf(one.key)}: ${typeOf(one)}`),
  ...parameters
    .filter(({ isRequired }) => !isRequired)
    .map((one) => `${nameOf(one.key)}: ${orNotGiven(typeOf(one))} = NOT_GIVEN`),
];

const options = 'options: CallOptions | None = None';

const itemOf = (response: JsonSchema | undefined, name: string): string | null => {
  const items = response?.properties?.['items'];
  if (response?.properties?.['pages'] === undefined || typeof items !== 'object' || Array.isArray(items)) return null;
  const type = pythonType(items, `${name}Items`, noDeclaration);
  return type.slice('list['.length, -1);
};

interface Definition {
  readonly head: string;
  /** The parameters; more than one list when the method has overloads. */
  readonly signatures: readonly (readonly string[])[];
  /** Parameters that each signature ends with. */
  readonly own: readonly string[];
  readonly returns: string;
  readonly description: string;
  readonly body: string;
}

const declarationOf = ({ head, own, returns }: Definition, signature: readonly string[]): string => {
  const all = ['self', '*', ...signature, ...own];
  return `    ${head}(\n${all.map((one) => `        ${one},\n`).join('')}    ) -> ${returns}:`;
};

const definition = (defined: Definition): string => {
  const { signatures, description, body } = defined;
  const [signature = [], ...overloads] = signatures;
  const overloaded = overloads.map((one) => `    @overload\n${declarationOf(defined, one)} ...\n\n`);
  return `${overloaded.join('')}${declarationOf(defined, signature)}\n        """${description}"""\n        ${body}\n`;
};

/** The parameters that the iterators alone take, because they read the list by cursor. */
const ofIterators = new Set(['cursor', 'updated_since']);

/** The method of one page, by its number. */
const ofPage = (method: RouteMethod): RouteMethod =>
  isReadByCursor(method.row)
    ? { ...method, parameters: method.parameters.filter(({ key }) => !ofIterators.has(key)) }
    : method;

/** The request's parameters as a dictionary. */
const givenOf = ({ parameters }: RouteMethod): string =>
  `{${parameters.map(({ key }) => `${JSON.stringify(key)}: ${nameOf(key)}`).join(', ')}}`;

/** The signature of the method, then one for each selector that must be given. */
const signaturesOf = ({ row, parameters }: RouteMethod): readonly (readonly string[])[] => {
  const needed = selectorsOf(row).map((name) =>
    signatureOf(parameters.map((one) => (one.key === name ? { ...one, isRequired: true } : one))),
  );
  return [signatureOf(parameters), ...needed];
};

/** The methods of one route, synchronous or asynchronous. */
const methodTexts = (method: RouteMethod, response: JsonSchema | undefined, isAsync: boolean): readonly string[] => {
  const { row, summary } = method;
  const [name, type] = [row.route.replaceAll('-', '_'), responseName(row.route)];
  const isQuery = row.methods.includes('GET');
  const signatures = signaturesOf(method);
  const route = JSON.stringify(row.route);
  const own = [
    ...(row.methods.length > 1
      ? [`method: Literal[${row.methods.map((one) => JSON.stringify(one)).join(', ')}] = "${row.methods[0]}"`]
      : []),
    ...(isQuery ? [] : ['idempotency_key: str | UUID | None = None']),
    options,
  ];
  const verb = row.methods.length > 1 ? 'method' : `"${row.methods[0]}"`;
  const key = isQuery ? 'None' : 'idempotency_key';
  const call = definition({
    head: `${isAsync ? 'async ' : ''}def ${name}`,
    signatures: signaturesOf(ofPage(method)),
    own,
    returns: `Answer[${type}]`,
    description: summary,
    body: `return ${isAsync ? 'await ' : ''}self._call(${route}, ${verb}, ${givenOf(ofPage(method))}, ${type}, ${key}, options)`,
  });
  const item = isQuery ? itemOf(response, type) : null;
  if (item === null) return [call];
  const iterator = isAsync ? 'AsyncIterator' : 'Iterator';
  const given = givenOf(method);
  const how = isReadByCursor(row)
    ? 'By cursor, unless `page` is given: an item that the list has all the time comes once, whatever changes.'
    : 'A new item shifts the others, and one may come twice.';
  return [
    call,
    definition({
      head: `def ${name}_pages`,
      signatures,
      own: [options],
      returns: `${iterator}[${type}]`,
      description: `The pages of ${name}. ${how}`,
      body: `return self._pages(${route}, ${given}, ${type}, options)`,
    }),
    definition({
      head: `def ${name}_items`,
      signatures,
      own: [options],
      returns: `${iterator}[${item}]`,
      description: `The items of all pages of ${name}. ${how}`,
      body: `return self._items(self._pages(${route}, ${given}, ${type}, options))`,
    }),
  ];
};

const base = (isAsync: boolean): string => {
  const [prefix, iterator] = isAsync ? ['async ', 'AsyncIterator'] : ['', 'Iterator'];
  return `    @abstractmethod
    ${prefix}def _call(
        self,
        route: str,
        method: str,
        parameters: Parameters,
        body: type[Body],
        idempotency_key: str | UUID | None,
        options: CallOptions | None,
    ) -> Answer[Body]: ...

    @abstractmethod
    def _pages(
        self, route: str, parameters: Parameters, body: type[Listed], options: CallOptions | None
    ) -> ${iterator}[Listed]: ...

    @abstractmethod
    def _items(self, pages: ${iterator}[Page[Item]]) -> ${iterator}[Item]: ...
`;
};

/** The classes that a text names, outside of its strings and docstrings. */
const classesIn = (text: string): readonly string[] =>
  [...new Set(text.replaceAll(/"""[^]*?"""|"(?:[^"\\]|\\.)*"/g, '').match(/\b[A-Z][a-z]\w*/g))].toSorted(
    (left, right) => (left.toLowerCase() < right.toLowerCase() ? -1 : 1),
  );

/** Names of the head of the module. */
const known = new Set(
  ['AsyncIterator', 'Iterator', 'Literal', 'Any', 'Answer', 'Body', 'Item', 'Listed', 'Page', 'Parameters'].concat([
    'CallOptions',
    'NotGiven',
    'Routes',
    'AsyncRoutes',
    'None',
    'True',
    'False',
  ]),
);

/** packages/client-python/src/swift_worker/_routes.py: a method for each route. */
export const pythonRoutesModule = async (routes: readonly LoadedRoute[], summaries: Summaries): Promise<string> => {
  const responses = await responseSchemas(routes);
  const classOf = (name: string, isAsync: boolean): string => {
    const methods = methodsOf(routes, summaries).flatMap((method) =>
      methodTexts(method, responses[responseName(method.row.route)], isAsync),
    );
    return `class ${name}(ABC):\n    """A method for each route."""\n\n${[base(isAsync), ...methods].join('\n')}`;
  };
  const classes = `${classOf('Routes', false)}\n\n${classOf('AsyncRoutes', true)}`;
  const models = classesIn(classes).filter((name) => !known.has(name));
  const once = routes.filter(({ operation }) => operation.ignoresIdempotencyKey === true);
  const typing = classes.includes('Any') ? 'Any, Literal, overload' : 'Literal, overload';
  return [
    `${pythonHead}from __future__ import annotations\n`,
    'from abc import ABC, abstractmethod',
    'from collections.abc import AsyncIterator, Iterator',
    'from datetime import datetime',
    `from typing import ${typing}`,
    'from uuid import UUID\n',
    'from .answer import Answer, Body, Item, Listed, Page',
    `from .models import (\n${models.map((name) => `    ${name},\n`).join('')})`,
    'from .not_given import NOT_GIVEN, NotGiven, Parameters',
    'from .options import CallOptions\n',
    `SENT_ONCE = frozenset(\n    {\n${once.map((row) => `        ${JSON.stringify(row.route)},\n`).join('')}    }\n)`,
    '"""Commands whose response is not stored, because it has a secret. A second attempt would be another command."""\n',
    `READ_BY_CURSOR = frozenset(\n    {\n${routes
      .filter(isReadByCursor)
      .map((row) => `        ${JSON.stringify(row.route)},\n`)
      .join('')}    }\n)`,
    '"""The lists that are read by cursor."""\n\n',
    classes,
  ].join('\n');
};
