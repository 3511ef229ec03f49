import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { loadedRoutes } from '../../tools/openapi/loaded-routes.ts';
import { isForMembers, type Audience } from '../../lambdas/domain/access.ts';
import { readSite } from '../../tools/site/pages.ts';

const request = z.object({
  name: z.string(),
  request: z.object({
    method: z.string(),
    header: z.array(z.object({ key: z.string(), value: z.string() })),
    url: z.object({ raw: z.string() }),
    body: z.object({ raw: z.string() }).optional(),
    description: z.string(),
  }),
  event: z.tuple([z.object({ script: z.object({ exec: z.array(z.string()) }) })]),
});
type Item = z.infer<typeof request>;

const collection = z
  .object({
    variable: z.array(z.object({ key: z.string(), value: z.string() })),
    item: z.array(z.object({ name: z.string(), item: z.array(request) })),
  })
  .parse(JSON.parse(readFileSync(new URL('../../docs/postman.json', import.meta.url), 'utf8')));

const items = collection.item.flatMap(({ item }) => item);

const rowOf = ({ name }: Item) => {
  const row = loadedRoutes.find(({ route }) => route === name.split(':')[0]);
  if (row === undefined) throw new Error(`${name} is no route`);
  return row;
};

const tokenOf = (audience: Audience): string => {
  if (audience.kind === 'person') return 'invitee_token';
  return isForMembers(audience) ? 'member_token' : 'partner_key';
};

const headerOf = (item: Item, name: string): string | undefined =>
  item.request.header.find(({ key }) => key === name)?.value;

const entered = [
  'api_url',
  'apikey',
  'partner_key',
  'member_token',
  'invitee_token',
  'invitee_email',
  'webhook_url',
  'platform_verify_token',
];
const givenAtStart = new Set([...entered, 'docs_url', '$guid']);

const usedIn = ({ request: asked }: Item): readonly string[] =>
  Array.from(JSON.stringify(asked).matchAll(/\{\{([^}]+)\}\}/g), ([, key = '']) => key);

const savedBy = ({ event: [{ script }] }: Item): readonly string[] =>
  Array.from(script.exec.join('\n').matchAll(/collectionVariables\.set\('([^']+)'/g), ([, key = '']) => key);

describe('the variables of the collection', () => {
  it('have no value where a person enters an address, a key or a token', () => {
    const values = new Map(collection.variable.map(({ key, value }) => [key, value]));
    for (const key of entered) expect([key, values.get(key)]).toEqual([key, '']);
  });

  it('are saved by an earlier request than the first that uses them', () => {
    const known = new Set(givenAtStart);
    const unknown: string[] = [];
    for (const item of items) {
      unknown.push(...usedIn(item).flatMap((key) => (known.has(key) ? [] : [`${item.name}: ${key}`])));
      for (const key of savedBy(item)) known.add(key);
    }
    expect(unknown).toEqual([]);
    expect(collection.variable.map(({ key }) => key).toSorted()).toEqual(
      [...known].filter((key) => key !== '$guid').toSorted(),
    );
  });
});

describe('a request of the collection', () => {
  let pages: ReadonlyMap<string, string>;
  beforeAll(async () => {
    ({ pages } = await readSite());
  });

  it.each(items.map((item) => ({ item, name: item.name })))('$name has the headers of its route', ({ item }) => {
    const { methods, audience, operation } = rowOf(item);
    const isCommand = !methods.includes('GET');
    const takesKey = isCommand && operation.ignoresIdempotencyKey !== true;
    expect(item.request.method).toBe(methods[0]);
    expect(headerOf(item, 'apikey')).toBe('{{apikey}}');
    expect(headerOf(item, 'Authorization')).toBe(`Bearer {{${tokenOf(audience)}}}`);
    expect(headerOf(item, 'Idempotency-Key')).toBe(takesKey ? '{{$guid}}' : undefined);
  });

  it('has no id of an example', () => {
    const ids = items.filter((item) => /0198\d{4}-|crm-4711/.test(JSON.stringify(item.request)));
    expect(ids.map(({ name }) => name)).toEqual([]);
  });

  it('links to the page of its route', () => {
    for (const { request: asked } of items) {
      const [, page = ''] = /\{\{docs_url\}\}\/(\S+)\.html\)/.exec(asked.description) ?? [];
      expect([page, pages.has(`${page}.md`)]).toEqual([page, true]);
    }
  });
});
