import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Ids, runPlatform } from './running-platform.ts';
import type { Answer, Instance, RunningPlatform } from './running-platform.ts';

let platform: RunningPlatform;
let line: Instance;

beforeAll(async () => {
  platform = await runPlatform();
});
afterAll(async () => {
  await platform.stop();
});

const list = async (query = ''): Promise<z.infer<typeof Ids>> =>
  Ids.parse((await platform.graph('GET', `/${line.wabaId}/message_templates${query}`, line.token)).body);
const ids = (page: z.infer<typeof Ids>): string[] => page.data.map(({ id }) => id);
const seed = (count: number): Promise<Answer> =>
  platform.control({
    templates: Array.from({ length: count }, (_, index) => ({
      id: `${line.wabaId}${1_000 + index}`,
      waba_id: line.wabaId,
      name: `template_${index % 10}`,
      language: `l${Math.floor(index / 10)}`,
    })),
  });

describe('the list of templates', () => {
  beforeAll(async () => {
    line = await platform.connect();
    await seed(60);
  });

  test('has pages of 25, and cursors on the last one too', async () => {
    const pages = [await list()];
    for (let next = pages[0]?.paging?.next; next !== undefined; next = pages.at(-1)?.paging?.next) {
      expect(new URL(next).searchParams.get('access_token')).toBe(line.token);
      pages.push(Ids.parse(await (await fetch(next)).json()));
    }
    expect(pages.map(({ data }) => data.length)).toEqual([25, 25, 10]);
    expect(new Set(pages.flatMap(ids)).size).toBe(60);
    expect(pages.at(-1)?.paging?.cursors.after).toBeTruthy();
  });

  test('goes on after a cursor, whatever came and went meanwhile, and back', async () => {
    const one = await list('?limit=20');
    const [gone] = ids(one);
    await platform.control({ template: { id: gone, deleted: true } });
    await platform.control({ template: { id: ids(one)[1], waba_id: line.wabaId, status: 'PAUSED' } });
    const two = await list(`?limit=20&after=${one.paging?.cursors.after ?? ''}`);
    const three = await list(`?limit=20&after=${two.paging?.cursors.after ?? ''}`);
    expect(new Set([...ids(one), ...ids(two), ...ids(three)]).size).toBe(60);
    const back = await list(`?limit=20&before=${three.paging?.cursors.before ?? ''}`);
    expect(ids(back)).toEqual(ids(two));
  });

  test('has no paging when it is empty', async () => {
    expect(await list('?name=nothing')).toEqual({ data: [] });
  });

  test('filters by name, language and status', async () => {
    expect((await list('?name=template_5&language=l3')).data).toMatchObject([{ name: 'template_5', language: 'l3' }]);
    expect(ids(await list('?status=REJECTED'))).toEqual([]);
  });

  test('tells the fields that are asked for', async () => {
    const fields = 'id,name,language,category,status,components,quality_score,rejected_reason';
    const [template] = (await list(`?fields=${fields}&limit=1`)).data;
    expect(Object.keys(template ?? {}).sort()).toEqual(fields.split(',').sort());
    const path = `/${line.wabaId}/message_templates`;
    expect(await platform.graph('GET', `${path}?fields=colour`, line.token)).toMatchObject({
      body: { error: { code: 100 } },
    });
    expect(await platform.graph('GET', `${path}?after=nonsense`, line.token)).toMatchObject({
      // https://developers.facebook.com/documentation/business-messaging/whatsapp/changelog
      body: { error: { code: 131059 } },
    });
    expect(await platform.graph('GET', `${path}?limit=0`, line.token)).toMatchObject({
      body: { error: { code: 100 } },
    });
  });

  test('comes whole at 6,000', async () => {
    line = await platform.connect();
    expect((await seed(6_000)).body).toEqual({ ok: true, templates: 6_000 });
    const seen = new Set<string>();
    let after: string | undefined = '';
    while (after !== undefined) {
      const page: z.infer<typeof Ids> = await list(`?limit=1000&after=${after}`);
      for (const id of ids(page)) seen.add(id);
      after = page.paging?.next === undefined ? undefined : page.paging.cursors.after;
    }
    expect(seen.size).toBe(6_000);
  });
});

describe('a template', () => {
  const create = (body: Record<string, unknown>): Promise<Answer> =>
    platform.graph('POST', `/${line.wabaId}/message_templates`, line.token, body);
  const hello = {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Hi' }],
  };
  const read = async (id: string): Promise<unknown> => (await platform.graph('GET', `/${id}`, line.token)).body;

  beforeAll(async () => {
    line = await platform.connect();
  });

  test('is created, read, updated and deleted', async () => {
    const created = await create(hello);
    expect(created).toMatchObject({ status: 200, body: { status: 'PENDING', category: 'UTILITY' } });
    const { id } = z.object({ id: z.string() }).parse(created.body);
    await platform.control({ template: { id, status: 'APPROVED' } });
    expect(await read(id)).toEqual({ id, ...hello, status: 'APPROVED' });
    const components = [{ type: 'BODY', text: 'Hi again' }];
    expect(await platform.graph('POST', `/${id}`, line.token, { components })).toMatchObject({
      body: { success: true },
    });
    expect(await read(id)).toEqual({ id, ...hello, components, status: 'PENDING' });
    const path = `/${line.wabaId}/message_templates?name=hello_world&hsm_id=${id}`;
    expect(await platform.graph('DELETE', path, line.token)).toMatchObject({ body: { success: true } });
    expect(await read(id)).toMatchObject({ error: { code: 100, error_subcode: 33 } });
    expect(await platform.graph('DELETE', path, line.token)).toMatchObject({
      body: { error: { error_subcode: 2593002 } },
    });
  });

  test('keeps the format of its parameters, and how long its messages are sent', async () => {
    const read = async (given: Record<string, unknown>): Promise<unknown> => {
      const { body } = await create({ ...hello, ...given });
      const { id } = z.object({ id: z.string() }).parse(body);
      const fields = 'parameter_format,message_send_ttl_seconds';
      return (await platform.graph('GET', `/${id}?fields=${fields}`, line.token)).body;
    };
    const named = await read({ name: 'named', parameter_format: 'named', message_send_ttl_seconds: 600 });
    expect(named).toMatchObject({ parameter_format: 'NAMED', message_send_ttl_seconds: 600 });
    const positional = await read({ name: 'positional' });
    expect(positional).toEqual({ id: expect.any(String), parameter_format: 'POSITIONAL' });
  });

  test('exists once in a language; deleting the name alone deletes them all', async () => {
    await create({ ...hello, name: 'twice' });
    expect(await create({ ...hello, name: 'twice' })).toMatchObject({
      body: { error: { code: 100, error_subcode: 2388024 } },
    });
    expect(await create({ ...hello, name: 'twice', language: 'de' })).toMatchObject({ status: 200 });
    await platform.graph('DELETE', `/${line.wabaId}/message_templates?name=twice`, line.token);
    expect(ids(await list('?name=twice'))).toEqual([]);
  });

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/templates/template-management
  test('that was approved blocks its name in all languages for 30 days after it was deleted', async () => {
    const blocked = { status: 400, body: { error: { code: 100, error_subcode: 2388023 } } };
    const { body } = await create({ ...hello, name: 'gone' });
    const { id } = z.object({ id: z.string() }).parse(body);
    await platform.control({ template: { id, status: 'APPROVED' } });
    await platform.graph('DELETE', `/${line.wabaId}/message_templates?name=gone`, line.token);
    expect(await create({ ...hello, name: 'gone', language: 'de' })).toMatchObject(blocked);
    platform.clock.now += 30 * 86_400_000;
    expect(await create({ ...hello, name: 'gone' })).toMatchObject({ status: 200 });
    await platform.graph('DELETE', `/${line.wabaId}/message_templates?name=gone`, line.token);
    expect(await create({ ...hello, name: 'gone' })).toMatchObject({ status: 200 });
  });

  test('has counts in its list when they are asked for', async () => {
    const path = `/${line.wabaId}/message_templates?limit=1&summary=total_count,message_template_limit`;
    expect((await platform.graph('GET', path, line.token)).body).toMatchObject({
      summary: { total_count: expect.any(Number), message_template_limit: 250 },
    });
  });

  test.each([{ name: 'Hello' }, { language: undefined }, { category: undefined }, { components: 'none' }])(
    'is refused with %j',
    async (change) => {
      expect(await create({ ...hello, ...change })).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    },
  );

  test('is made, replaced and removed by the control API', async () => {
    const template = {
      id: '555',
      waba_id: line.wabaId,
      name: 'made',
      language: 'de',
      category: 'MARKETING',
      components: [],
    };
    await platform.control({ template: { ...template, status: 'REJECTED', rejected_reason: 'ABUSIVE_CONTENT' } });
    expect((await platform.graph('GET', '/555?fields=status,rejected_reason,quality_score', line.token)).body).toEqual({
      id: '555',
      status: 'REJECTED',
      rejected_reason: 'ABUSIVE_CONTENT',
      quality_score: { score: 'UNKNOWN', date: 0 },
    });
    await platform.control({ template: { ...template, status: 'APPROVED' } });
    expect((await platform.graph('GET', '/555?fields=status,rejected_reason', line.token)).body).toMatchObject({
      status: 'APPROVED',
      rejected_reason: 'NONE',
    });
    expect((await platform.described()).templates).toContainEqual({ ...template, status: 'APPROVED' });
    await platform.control({ template: { id: '555', waba_id: line.wabaId, deleted: true } });
    expect(await read('555')).toMatchObject({ error: { error_subcode: 33 } });
  });
});
