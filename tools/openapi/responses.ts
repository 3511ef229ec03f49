import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { LoadedRoute } from './loaded-routes.ts';
import { describeProperties, finish, type JsonSchema, type Schema } from './json-schema.ts';
import { pascalCase, schemaRef } from './names.ts';

const resources = new URL('../../lambdas/api/resources/', import.meta.url);

const isSchema = (value: unknown): value is Schema => value instanceof z.core.$ZodType;

/** Longer names for schemas whose name in the code is too short here. */
const fuller: Readonly<Record<string, string>> = {
  Risk: 'PlatformRisk',
  Session: 'ConnectSession',
  NewSession: 'NewConnectSession',
  Sync: 'TemplateSync',
  Check: 'WebhookCheck',
  Endpoint: 'WebhookEndpoint',
  EndpointState: 'WebhookEndpointState',
  Attempt: 'EventAttempt',
  Migration: 'WebhookMigration',
};

/** `customerView` → `Customer` */
const nameOf = (exported: string): string => {
  const name = pascalCase(exported.replace(/View$/, ''));
  return fuller[name] ?? name;
};

/** The named schemas: those that the resources export. */
const sharedSchemas = async (): Promise<readonly (readonly [string, Schema])[]> => {
  const files = (await readdir(fileURLToPath(resources))).filter((file) => file.endsWith('.ts')).toSorted();
  const modules: unknown[] = await Promise.all(files.map((file) => import(new URL(file, resources).href)));
  return modules.flatMap((module) =>
    Object.entries(z.record(z.string(), z.unknown()).parse({ ...z.looseObject({}).parse(module) })).flatMap(
      ([name, value]) => (isSchema(value) && !name.endsWith('Input') ? [[nameOf(name), value] as const] : []),
    ),
  );
};

const envelope = { ok: z.literal(true), partner_id: z.uuid() };

/** The schemas of a route's success bodies by their names: of a list by page and by cursor, else one. */
const bodiesOf = ({ route, operation: { output } }: LoadedRoute): ReadonlyMap<string, Schema> => {
  const forms: readonly Schema[] = output instanceof z.core.$ZodUnion ? output._zod.def.options : [output];
  const names = [responseName(route), cursorResponseName(route)];
  return new Map(
    forms.map((form, at) => {
      if (!(form instanceof z.core.$ZodObject)) throw new Error(`the output of ${route} must be an object`);
      return [names[at] ?? '', z.object({ ...envelope, ...form._zod.def.shape })];
    }),
  );
};

/** The names of the schemas of a route's success bodies. */
export const bodyNamesOf = (row: LoadedRoute): readonly string[] => Array.from(bodiesOf(row).keys());

/** Whether a route is a list that is also read by cursor. */
export const isReadByCursor = (row: LoadedRoute): boolean => bodyNamesOf(row).length > 1;

const isUsed = (name: string, schemas: Readonly<Record<string, JsonSchema>>): boolean =>
  JSON.stringify(schemas).includes(`"${schemaRef(name).$ref}"`);

/** The schemas of all success bodies, and their shared schemas. Objects are open: a field may be added at any time. */
export const responseSchemas = async (
  routes: readonly LoadedRoute[],
): Promise<Readonly<Record<string, JsonSchema>>> => {
  const registry = z.registry<{ id: string }>();
  const shared = await sharedSchemas();
  for (const [id, schema] of shared) registry.add(schema, { id });
  for (const [id, schema] of routes.flatMap((row) => Array.from(bodiesOf(row)))) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => schemaRef(id).$ref,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      finish(zodSchema, jsonSchema);
    },
  });
  const converted = Object.entries(schemas).map(([name, made]): [string, JsonSchema] => {
    const schema: JsonSchema = { ...made };
    delete schema.$schema;
    delete schema.$id;
    describeProperties(schema, name);
    return [name, schema];
  });
  const all = Object.fromEntries(converted);
  return Object.fromEntries(converted.filter(([name]) => name.endsWith('Response') || isUsed(name, all)));
};

export const responseName = (route: string): string => `${pascalCase(route)}Response`;

const cursorResponseName = (route: string): string => `${pascalCase(route)}CursorResponse`;
