import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../../packages/client/src/refusal.ts';
import { finds } from '../../portal/src/finder/finds.ts';
import { isNamed } from '../../portal/src/finder/found-pages.ts';
import { kindsOf } from '../../portal/src/finder/kind.ts';
import { askedKinds } from '../../portal/src/finder/use-found.ts';

const id = '0192e4a0-1111-7222-8333-444455556666';
const wamid = 'wamid.HBgNNTUxMTk4NzY1NDMyMRUCABEYEjNFQjA';

describe('a term names, by its form,', () => {
  test.each([
    ['a', []],
    ['+55 (11) 98888-7777', ['customers', 'lines']],
    ['0055 11 988887777', ['customers', 'lines']],
    ['Café Aurora', ['customers', 'lines']],
    ['C-10055', ['customers', 'lines']],
    ['order_ready', ['customers', 'lines', 'templates']],
    [wamid, ['messages']],
    ['3EB0C767D26B8A9F0E21A4', ['customers', 'lines', 'messages']],
    [id, ['customers', 'lines', 'events', 'acts']],
    ['0xQmYSWQlBGvf', ['customers', 'lines', 'keys']],
    ['partner_test_0xQmYSWQlBGvf_62hUGcq5oRcFTzbTwGfWQ7HU', ['keys']],
  ])('%s: %p', (term, named) => {
    expect(Array.from(kindsOf(term))).toEqual(named);
  });

  test('only what the member may read', () => {
    expect(askedKinds(id, ['customers.read', 'instances.read'])).toEqual(['customers', 'lines']);
    expect(askedKinds(wamid, ['customers.read', 'instances.read'])).toEqual([]);
  });
});

/** Answers calls by their routes, and keeps what was asked. */
const answering = (answers: Readonly<Record<string, (parameters: object) => object>>) => {
  const asked: object[] = [];
  const call = (route: string, parameters: object): Promise<{ body: object }> => {
    asked.push({ route, ...parameters });
    return Promise.resolve().then(() => ({ body: answers[route]?.(parameters) ?? {} }));
  };
  const client = { call } as unknown as Parameters<typeof finds.keys.find>[0]['client'];
  return { asked, client, signal: new AbortController().signal };
};

const refuse = (code: string): never => {
  throw new Refusal(404, { code, message: code }, { requestId: null, retryAfter: null });
};

describe('what is found', () => {
  test('of a key is by its id; its secret is in no call', async () => {
    const key = { id: 'abc123DEF456x' };
    const { asked, ...asking } = answering({ 'list-partner-api-keys': () => ({ items: [key] }) });
    const found = await finds.keys.find({ ...asking, term: `partner_live_${key.id}_secret` });
    expect(found.items).toEqual([{ ...key, page: 1 }]);
    expect(JSON.stringify(asked)).not.toContain('secret');
  });

  test('of a customer is one by its id, though a search finds it as well', async () => {
    const customer = { customer_id: id };
    const { client, signal } = answering({
      'list-partner-customers': () => ({ items: [customer], total: 1 }),
      'get-partner-customer': () => ({ customer }),
    });
    expect((await finds.customers.find({ client, signal, term: id })).items).toEqual([customer]);
  });

  test('of an id that names nothing is nothing, and of a failure the failure', async () => {
    const none = answering({ 'get-partner-webhook-event': () => refuse('not_found') });
    expect(await finds.events.find({ ...none, term: id })).toEqual({ items: [], total: 0 });
    const failing = answering({ 'get-partner-webhook-event': () => refuse('internal_error') });
    await expect(finds.events.find({ ...failing, term: id })).rejects.toThrow('internal_error');
  });

  test('of a message is looked for in a shorter time when there are too many reports', async () => {
    let refusals = 2;
    const { asked, ...asking } = answering({
      'search-partner-delivery-events': () =>
        refusals-- > 0 ? refuse('validation_failed') : { items: [{ id: 'newest' }, { id: 'older' }] },
    });
    expect((await finds.messages.find({ ...asking, term: wamid })).items).toEqual([{ id: 'newest' }]);
    expect(asked).toHaveLength(3);
  });

  test('of a message is not known when every time has too many reports', async () => {
    const busy = answering({ 'search-partner-delivery-events': () => refuse('validation_failed') });
    await expect(finds.messages.find({ ...busy, term: wamid })).rejects.toThrow('validation_failed');
    expect(busy.asked).toHaveLength(4);
  });

  test('of the platform’s id of a number or account are its lines', async () => {
    const { asked, ...asking } = answering({ 'search-partner-instances': () => ({ items: [], total: 0 }) });
    await finds.lines.find({ ...asking, term: '106540352242922' });
    expect(asked.map((one) => Object.keys(one).at(1))).toEqual([
      'search',
      'platform_phone_number_id',
      'platform_waba_id',
    ]);
  });

  test('of templates are those with the name, or with a part that only a template has', async () => {
    const { asked, ...asking } = answering({
      'list-partner-template-names': () => ({ names: [{ name: 'sale' }], next_cursor: null }),
    });
    await finds.templates.find({ ...asking, term: 'sale' });
    await finds.templates.find({ ...asking, term: 'sale_' });
    expect(asked).toMatchObject([{ template_name: 'sale' }, { search: 'sale_' }]);
  });

  test('of templates goes on after answers with few names, until there are enough or it gives up', async () => {
    const ofAnswers = (answers: Readonly<Record<string, readonly [readonly string[], string | null]>>) =>
      answering({
        'list-partner-template-names': (parameters) => {
          const [names, next] = answers[String(Reflect.get(parameters, 'cursor'))] ?? [[], 'on'];
          return { names: names.map((name) => ({ name })), next_cursor: next };
        },
      });
    const late = ofAnswers({ '': [[], 'one'], one: [['a_1'], 'two'], two: [['a_2'], null] });
    const found = await finds.templates.find({ ...late, term: 'a_' });
    expect(found).toEqual({ items: [{ name: 'a_1' }, { name: 'a_2' }], total: 2 });
    const many = ofAnswers({ '': [['a_1', 'a_2', 'a_3'], 'one'], one: [['a_4', 'a_5', 'a_6'], 'two'] });
    expect(await finds.templates.find({ ...many, term: 'a_' })).toMatchObject({ items: { length: 5 }, total: null });
    expect(many.asked).toHaveLength(2);
    const endless = ofAnswers({});
    expect(await finds.templates.find({ ...endless, term: 'a_' })).toMatchObject({ items: [], isPartial: true });
    expect(endless.asked).toHaveLength(4);
  });

  test('of the act of a request stands on its page of the list', async () => {
    const items = Array.from({ length: 60 }, (_, count) => ({ request_id: count === 55 ? id : String(count) }));
    const { client, signal } = answering({ 'list-partner-audit-entries': () => ({ items }) });
    expect((await finds.acts.find({ client, signal, term: id.toUpperCase() })).items).toEqual([
      { request_id: id, page: 3 },
    ]);
  });
});

test('a page is named by the beginnings of its words, without accents', () => {
  expect(isNamed('Página de conexão', 'pagina con')).toBe(true);
  expect(isNamed('Team and keys', 'key')).toBe(true);
  expect(isNamed('Team and keys', 'eys')).toBe(false);
});
