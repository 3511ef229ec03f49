import { isJsonObject, type JsonObject } from '../../lambdas/kernel/json-object.ts';
import { listOf, propertiesOf, resolved } from './alternatives.ts';

/** A parameter, a header or a body. */
export interface Value {
  readonly isRequired: boolean;
  readonly schema: unknown;
}

export type Values = ReadonlyMap<string, Value>;

/** What a call of a route is: what it takes, and what it gives. */
export interface Operation {
  /** The route, or the type of an event. */
  readonly name: string;
  readonly parameters: Values;
  readonly body: Value | null;
  /** What a caller needs, each of them alone: `apikey + partnerKey (customers.read)`. */
  readonly callers: readonly (readonly string[])[];
  /** The statuses that are no errors, with their headers and bodies. */
  readonly answers: ReadonlyMap<string, { readonly headers: Values; readonly body: unknown }>;
  /** The errors with the schemas of what is in `error`: `409 stale_update`. */
  readonly errors: ReadonlyMap<string, unknown>;
}

const objectAt = (value: unknown, ...names: readonly string[]): JsonObject => {
  const found = names.reduce<unknown>((inner, name) => (isJsonObject(inner) ? inner[name] : undefined), value);
  return isJsonObject(found) ? found : {};
};

const bodyOf = (value: unknown): unknown => objectAt(value, 'content', 'application/json')['schema'];

const valueOf = (value: JsonObject): Value => ({
  isRequired: value['required'] === true,
  schema: value['schema'] ?? {},
});

const parametersOf = (operation: JsonObject, document: JsonObject): Values =>
  new Map(
    listOf(operation['parameters']).flatMap((given) => {
      const one = resolved(given, document);
      return isJsonObject(one) ? [[`${String(one['in'])} ${String(one['name'])}`, valueOf(one)] as const] : [];
    }),
  );

const headersOf = (answer: unknown, document: JsonObject): Values =>
  new Map(
    Object.entries(objectAt(answer, 'headers')).flatMap(([name, given]) => {
      const one = resolved(given, document);
      return isJsonObject(one) ? [[`header ${name}`, valueOf(one)] as const] : [];
    }),
  );

const callersOf = (operation: JsonObject, document: JsonObject): Operation['callers'] =>
  listOf(operation['security'] ?? document['security']).map((one) =>
    Object.entries(objectAt(one)).flatMap(([scheme, scopes]) => [
      scheme,
      ...listOf(scopes).map((scope) => `${scheme} ${String(scope)}`),
    ]),
  );

const errorsOf = (status: string, answer: unknown, document: JsonObject): readonly (readonly [string, unknown])[] => {
  const error = propertiesOf(objectAt(resolved(bodyOf(answer), document)))['error'];
  if (error === undefined) return [[status, {}]];
  const options = [...listOf(objectAt(error)['oneOf']), ...listOf(objectAt(error)['anyOf'])];
  return (options.length > 0 ? options : [error]).map((option) => {
    const code = objectAt(propertiesOf(objectAt(resolved(option, document)))['code'])['const'];
    return [typeof code === 'string' ? `${status} ${code}` : status, option];
  });
};

const operationOf = (name: string, operation: JsonObject, document: JsonObject): Operation => {
  const all = Object.entries(objectAt(operation, 'responses')).map(
    ([status, given]) => [status, resolved(given, document)] as const,
  );
  const isError = (status: string): boolean => /^[45]/.test(status);
  const request = objectAt(resolved(operation['requestBody'], document));
  return {
    name,
    parameters: parametersOf(operation, document),
    body: bodyOf(request) === undefined ? null : { isRequired: request['required'] === true, schema: bodyOf(request) },
    callers: callersOf(operation, document),
    answers: new Map(
      all
        .filter(([status]) => !isError(status))
        .map(([status, answer]) => [status, { headers: headersOf(answer, document), body: bodyOf(answer) }]),
    ),
    errors: new Map(
      all.filter(([status]) => isError(status)).flatMap(([status, answer]) => errorsOf(status, answer, document)),
    ),
  };
};

const methods = new Set(['get', 'put', 'post', 'patch', 'delete']);

const under = (
  document: JsonObject,
  place: 'paths' | 'webhooks',
  nameOf: (path: string, operation: JsonObject) => string,
): ReadonlyMap<string, Operation> =>
  new Map(
    Object.entries(objectAt(document, place)).flatMap(([path, item]) =>
      Object.entries(objectAt(item)).flatMap(([method, operation]) =>
        methods.has(method) && isJsonObject(operation)
          ? [[`${method.toUpperCase()} ${path}`, operationOf(nameOf(path, operation), operation, document)] as const]
          : [],
      ),
    ),
  );

/** The calls of a description, by method and path. */
export const callsOf = (document: JsonObject): ReadonlyMap<string, Operation> =>
  under(document, 'paths', (path) => path.slice(path.indexOf('#') + 1));

/** The events of a description. */
export const eventsOf = (document: JsonObject): ReadonlyMap<string, Operation> =>
  under(document, 'webhooks', (type) => type);
