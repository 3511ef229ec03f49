import type { LoadedRoute } from '../openapi/loaded-routes.ts';
import type { RouteSummary } from '../docs/summaries.ts';
import { errorSchemas } from '../openapi/error-responses.ts';
import { eventSchemas } from '../openapi/events.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { sharedEventSchemas } from '../openapi/optional-events.ts';
import { responseSchemas } from '../openapi/responses.ts';
import { methodsOf } from './routes.ts';
import {
  commentOf,
  docstring,
  givenText,
  nameOf,
  pascal,
  pythonHead,
  pythonType,
  type Declare,
} from './python-type.ts';

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): readonly Field[] =>
  Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'boolean' ? [] : [{ name, schema, isRequired: required.includes(name) }],
  );

/** Classes in the order in which they were declared; an object within another one comes first. */
class Declarations {
  readonly #classes = new Map<string, string>();

  add(name: string, text: string): string {
    const known = this.#classes.get(name);
    if (known !== undefined && known !== text) throw new Error(`${name} is the name of two different classes`);
    this.#classes.set(name, text);
    return name;
  }

  text(): string {
    return [...this.#classes.values()].join('\n\n');
  }
}

/** A dataclass for what the service sends. */
const dataclass = (all: Declarations): Declare => {
  const declare: Declare = (name, schema) => {
    const fields = fieldsOf(schema).map(({ name: field, schema: of, isRequired }) => {
      const type = pythonType(of, `${name}${pascal(field)}`, declare);
      const optional = type.endsWith('None') ? type : `${type} | None`;
      const declared = isRequired ? type : `${optional} = None`;
      return `${commentOf(of.description, '    ')}    ${nameOf(field)}: ${declared}\n`;
    });
    const parts = [docstring(schema.description, '    '), ...fields].join('');
    return all.add(
      name,
      `@dataclass(frozen=True, slots=True, kw_only=True)\nclass ${name}:\n${parts === '' ? '    pass\n' : parts}`,
    );
  };
  return declare;
};

/** A TypedDict for an object in a request. Python 3.10 has no NotRequired, so the required keys are in a base class. */
const typedDict = (all: Declarations): Declare => {
  const declare: Declare = (name, schema) => {
    const lines = (wanted: boolean): string =>
      fieldsOf(schema)
        .filter(({ isRequired }) => isRequired === wanted)
        .map(({ name: key, schema: of }) => {
          if (nameOf(key) !== key) throw new Error(`${key} can't be a key of a TypedDict`);
          const type = pythonType(of, `${name}${pascal(key)}`, declare).replace(/^str\b/, givenText(of, key));
          return `${commentOf(of.description, '    ')}    ${key}: ${type}\n`;
        })
        .join('');
    const [required, optional] = [lines(true), lines(false)];
    if (required === '') return all.add(name, `class ${name}(TypedDict, total=False):\n${optional}`);
    all.add(`_Required${name}`, `class _Required${name}(TypedDict):\n${required}`);
    return all.add(name, `class ${name}(_Required${name}, total=False):\n${optional === '' ? '    pass\n' : optional}`);
  };
  return declare;
};

const errorCodes = (): string => {
  const codes = Object.values(errorSchemas()).flatMap(({ properties }) => {
    const code = properties?.['code'];
    return typeof code === 'object' && typeof code.const === 'string' ? [JSON.stringify(code.const)] : [];
  });
  return `ErrorCode = Literal[\n${codes.map((code) => `    ${code},\n`).join('')}]\n`;
};

const eventTypes = (events: Readonly<Record<string, JsonSchema>>): string => {
  const rows = Object.entries(events).map(([name, { properties }]) => {
    const type = properties?.['type'];
    if (typeof type !== 'object' || typeof type.const !== 'string') throw new Error(`${name} has no type`);
    return `    ${JSON.stringify(type.const)}: ${name},\n`;
  });
  return [
    `ReceivedEvent = Union[\n${Object.keys(events)
      .map((name) => `    ${name},\n`)
      .join('')}]\n`,
    `EVENT_TYPES: dict[str, type[ReceivedEvent]] = {\n${rows.join('')}}\n`,
  ].join('\n');
};

/** packages/client-python/src/swift_worker/models.py: the classes of answers and events, and the objects in requests. */
export const pythonModelsModule = async (
  routes: readonly LoadedRoute[],
  summaries: ReadonlyMap<string, RouteSummary>,
): Promise<string> => {
  const all = new Declarations();
  const requests = typedDict(all);
  for (const { parameters } of methodsOf(routes, summaries)) {
    for (const { schema, name } of parameters) pythonType(schema, name, requests);
  }
  const events = eventSchemas();
  for (const [name, schema] of Object.entries({
    ...(await responseSchemas(routes)),
    ...sharedEventSchemas,
    ...events,
  })) {
    dataclass(all)(name, schema);
  }
  return [
    `${pythonHead}"""What the service receives and sends. Objects may get more fields at any time; unknown ones are ignored."""\n`,
    'from __future__ import annotations\n',
    'from dataclasses import dataclass\nfrom datetime import datetime\nfrom typing import Any, Literal, TypedDict, Union\n',
    errorCodes(),
    `\n${all.text()}`,
    `\n${eventTypes(events)}`,
  ].join('\n');
};
