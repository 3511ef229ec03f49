import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { z } from 'zod';
import { loadedRoutes } from '../../tools/openapi/loaded-routes.ts';
import { mayCall, scopes } from '../../lambdas/domain/access.ts';
import { statusOfCode } from '../../lambdas/kernel/errors.ts';
import { byRouteDocument } from '../../tools/openapi/by-route.ts';
import { sceneOf } from '../../tools/scenes/scenes.ts';
import { summariesOf } from '../../tools/docs/summaries.ts';
import { description, deviationsFrom, documentFile, escaped } from '../../tools/harness/description.ts';

const path = '/functions/v1/swift-worker';
const examples = z.record(z.string(), z.object({ value: z.unknown() }));
const media = z.object({ content: z.object({ 'application/json': z.object({ examples }) }) });

const lint = async (source: string): Promise<readonly string[]> => {
  const config = await loadConfig({ configPath: fileURLToPath(new URL('../../redocly.yaml', import.meta.url)) });
  const problems = await lintFromString({ source, absoluteRef: fileURLToPath(documentFile), config });
  return problems.map(({ ruleId, message, location: [where] }) => `${ruleId} ${where?.pointer ?? ''}: ${message}`);
};

/** Every example under a content of the document, with the pointer to the schema that it must keep to. */
const examplesUnder = (pointer: string, holder: unknown): readonly (readonly [string, unknown])[] => {
  const found = media.safeParse(holder).data;
  if (found === undefined) return [];
  return Object.values(found.content['application/json'].examples).map(({ value }) => [
    `${pointer}/content/application~1json/schema`,
    value,
  ]);
};

describe('docs/openapi.json', () => {
  let text = '';
  beforeAll(async () => {
    text = await readFile(documentFile, 'utf8');
  });

  it('is OpenAPI 3.1 without a fault', async () => {
    expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.1', info: { version: '1.1.0' } });
    expect(await lint(text)).toEqual([]);
  });

  it('has one path, with the methods and the routes of the table', () => {
    expect(Object.keys(description.paths)).toEqual([path]);
    expect(Object.keys(description.paths[path] ?? {})).toEqual(['get', 'post', 'patch', 'delete']);
    expect(Object.keys(description['x-routes']).toSorted()).toEqual(loadedRoutes.map(({ route }) => route).toSorted());
    for (const { route, methods } of loadedRoutes) expect(description['x-routes'][route]?.methods).toEqual(methods);
  });

  it('names a key as a caller of a route only where the service admits keys', async () => {
    const { 'x-routes': described } = z
      .object({ 'x-routes': z.record(z.string(), z.object({ keys: z.boolean() })) })
      .parse(JSON.parse(text));
    const terms = { limits: {}, sizes: [], isIndexed: false };
    const key = { kind: 'key', partnerId: '', keyId: '', scopes: new Set(scopes), terms } as const;
    const paths = z
      .record(z.string(), z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.unknown())) })))
      .parse((await byRouteDocument(loadedRoutes, await summariesOf(loadedRoutes)))['paths']);
    for (const { route, audience } of loadedRoutes) {
      const admitted = mayCall(audience, key) === 'allowed';
      expect([route, described[route]?.keys]).toEqual([route, admitted]);
      for (const { security } of Object.values(paths[`${path}#${route}`] ?? {})) {
        expect([route, security.some((scheme) => 'partnerKey' in scheme)]).toEqual([route, admitted]);
      }
    }
  });

  it('names 413 among the answers of a GET, for a page that is too large without gzip', () => {
    const { responses } = z
      .object({ responses: z.record(z.string(), z.unknown()) })
      .parse(description.paths[path]?.['get']);
    expect(Object.keys(responses)).toContain('413');
  });

  it('describes every error but the one that comes on methods it does not have', () => {
    const described = Object.values(description.components.schemas).flatMap(
      (schema) =>
        z
          .object({ properties: z.object({ code: z.object({ const: z.string() }) }) })
          .transform(({ properties }) => properties.code.const)
          .safeParse(schema).data ?? [],
    );
    const all = Object.keys(statusOfCode).filter((code) => code !== 'method_not_allowed');
    expect(described.toSorted()).toEqual(all.toSorted());
  });

  it('has examples that are as it says', () => {
    const document = z
      .object({ components: z.object({ responses: z.record(z.string(), z.unknown()) }) })
      .parse(JSON.parse(text));
    const method = z.object({ requestBody: z.unknown().optional(), responses: z.record(z.string(), z.unknown()) });
    const operations = z.object({ paths: z.object({ [path]: z.record(z.string(), method) }) }).parse(JSON.parse(text))
      .paths[path];
    const at = `#/paths/${escaped(path)}`;
    const all = [
      ...Object.entries(document.components.responses).flatMap(([name, its]) =>
        examplesUnder(`#/components/responses/${name}`, its),
      ),
      ...Object.entries(operations).flatMap(([name, { requestBody, responses }]) => [
        ...examplesUnder(`${at}/${name}/requestBody`, requestBody),
        ...Object.entries(responses).flatMap(([status, its]) =>
          examplesUnder(`${at}/${name}/responses/${status}`, its),
        ),
      ]),
    ];
    expect(all.length).toBeGreaterThan(80);
    expect(all.flatMap(([pointer, value]) => deviationsFrom(pointer, value))).toEqual([]);
  });
});

describe.each(loadedRoutes)('the example of $route', ({ route, methods, operation }) => {
  const { request, responses } = sceneOf(route).example;

  it('asks what the route takes', () => {
    const isQuery = methods.includes('GET');
    const asked = isQuery
      ? Object.fromEntries(Object.entries(request).map(([name, value]) => [name, String(value)]))
      : request;
    expect(operation.input.safeParse(asked)).toMatchObject({ success: true });
    const schema = description['x-routes'][route]?.request.$ref ?? '';
    expect(deviationsFrom(schema, { route, ...request })).toEqual([]);
  });

  it('is answered with every status that the route succeeds with, in the words of the route', () => {
    expect(Object.keys(responses).map(Number)).toEqual([...(operation.statuses ?? [200])]);
    for (const body of Object.values(responses)) expect(operation.output.parse(body)).toEqual(body);
  });
});

describe('docs/openapi-by-route.json', () => {
  it('has an operation for each route and method, and no fault', async () => {
    const document = await byRouteDocument(loadedRoutes, await summariesOf(loadedRoutes));
    const operation = z.object({ operationId: z.string() });
    const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) }).parse(document);
    const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
    expect(ids).toHaveLength(loadedRoutes.reduce((sum, { methods }) => sum + methods.length, 0));
    expect(ids).toEqual(expect.arrayContaining(loadedRoutes.map(({ route }) => route)));
    expect(await lint(JSON.stringify(document))).toEqual([]);
  });
});
