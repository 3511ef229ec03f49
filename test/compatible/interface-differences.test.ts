import { describe, expect, test } from '@jest/globals';
import { interfaceDifferences } from '../../tools/compatible/interface-differences.ts';

type Json = Readonly<Record<string, unknown>>;

const body = (schema: Json, more: Json = {}): Json => ({ ...more, content: { 'application/json': { schema } } });
const object = (...names: readonly string[]): Json => ({
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const error = (...codes: readonly string[]): Json => {
  const oneOf = codes.map((code) => ({ type: 'object', properties: { code: { const: code } }, required: ['code'] }));
  return body({ type: 'object', properties: { error: { oneOf } }, required: ['error'] });
};

/** A description with the route `do-it`, with another one, and with the event `it.happened`. */
const described = (operation: Json, more: Json = {}): Json => ({
  paths: { '/x#do-it': { post: operation }, '/x#other': { get: { responses: { 404: error('not_found', 'gone') } } } },
  webhooks: { 'it.happened': { post: { requestBody: body(object('id', 'data')), responses: { '2XX': {}, 410: {} } } } },
  ...more,
});

const breaking = (was: Json, is: Json): readonly string[] =>
  interfaceDifferences(was, is)
    .filter(({ breaks }) => breaks !== null)
    .map((one) => `${one.place}: ${one.was} -> ${one.is}`);
const ofRoute = (was: Json, is: Json): readonly string[] => breaking(described(was), described(is));

test('a description has no difference from itself', () => {
  const one = described({ requestBody: body(object('a')), responses: { 200: body(object('b')), 409: error('stale') } });
  expect(interfaceDifferences(one, one)).toEqual([]);
});

test('a route that is gone breaks, and a new one does not', () => {
  const one = described({ responses: {} });
  const two = { ...one, paths: { '/x#other': { get: { responses: { 404: error('not_found', 'gone') } } } } };
  expect(breaking(one, two)).toEqual(['POST /x#do-it: present -> gone']);
  expect(breaking(two, one)).toEqual([]);
});

test('another method or path is another route', () => {
  const one = described({ responses: {} });
  const put = { ...one, paths: { '/x#do-it': { put: { responses: {} } }, '/y#other': { get: { responses: {} } } } };
  expect(breaking(one, put)).toEqual(['POST /x#do-it: present -> gone', 'GET /x#other: present -> gone']);
});

describe('a parameter', () => {
  const of = (...parameters: readonly Json[]): Json => ({ parameters, responses: {} });
  const page = (schema: Json, more: Json = {}): Json => ({ name: 'page', in: 'query', schema, ...more });

  test('that is gone, or narrowed, breaks', () => {
    expect(ofRoute(of(page({ type: 'integer' })), of())).toEqual(['do-it, query page: present -> gone']);
    expect(ofRoute(of(page({ type: 'integer' })), of(page({ type: 'integer', maximum: 9 })))).toEqual([
      'do-it, query page: no maximum -> maximum 9',
    ]);
  });

  test('that is new, or becomes required, breaks if it must be given', () => {
    const must = of(page({}, { required: true }));
    expect(ofRoute(of(), must)).toEqual(['do-it, query page: absent -> required']);
    expect(ofRoute(of(page({})), must)).toEqual(['do-it, query page: optional -> required']);
    expect(ofRoute(of(), of(page({})))).toEqual([]);
    expect(ofRoute(must, of(page({})))).toEqual([]);
  });
});

describe('a body', () => {
  test('of a request is compared as what a caller sends, one of an answer as what a caller reads', () => {
    const request = (schema: Json): Json => ({ requestBody: body(schema), responses: {} });
    expect(ofRoute(request(object('a')), request(object('a', 'b')))).toEqual(['do-it, request: b: absent -> required']);
    const answer = (schema: Json): Json => ({ responses: { 200: body(schema) } });
    expect(ofRoute(answer(object('a', 'b')), answer(object('a')))).toEqual(['do-it, answer 200: b: present -> gone']);
    expect(ofRoute(answer(object('a')), answer(object('a', 'b')))).toEqual([]);
  });
});

describe('an answer', () => {
  test('with another status breaks who waits for the old one, and who does not know the new one', () => {
    const of = (status: number): Json => ({ responses: { [status]: body(object('a')) } });
    expect(ofRoute(of(200), of(202))).toEqual([
      'do-it, answer 200: possible -> gone',
      'do-it, answer 202: absent -> possible',
    ]);
  });

  test('without a header breaks who reads it', () => {
    const of = (headers: Json): Json => ({ responses: { 200: { headers } } });
    expect(ofRoute(of({ 'x-id': { schema: {} } }), of({}))).toEqual(['do-it, header x-id: present -> gone']);
    expect(ofRoute(of({}), of({ 'x-id': { schema: {} } }))).toEqual([]);
  });
});

describe('an error', () => {
  const of = (responses: Json): Json => ({ responses });

  test('may be new', () => {
    expect(ofRoute(of({}), of({ 409: error('stale') }))).toEqual([]);
  });

  test('that one route gives no more breaks nothing', () => {
    expect(ofRoute(of({ 404: error('not_found', 'gone') }), of({ 404: error('not_found') }))).toEqual([]);
  });

  test('whose code is gone everywhere, or that has another status, breaks who handles it', () => {
    expect(ofRoute(of({ 409: error('stale') }), of({ 409: error('old') }))).toEqual([
      'error 409 stale: possible -> gone',
    ]);
    expect(ofRoute(of({ 409: error('stale') }), of({ 412: error('stale') }))).toEqual([
      'do-it, 409 stale: possible -> 412 stale',
    ]);
  });
});

describe('a caller', () => {
  const of = (...security: readonly Json[]): Json => ({ security, responses: {} });
  const [key, member] = [{ key: ['a.read'] }, { member: [] }];

  test('that was let in and is refused breaks, and one that needs less does not', () => {
    expect(ofRoute(of(key, member), of(member))).toEqual(['do-it, callers: key a.read -> refused']);
    expect(ofRoute(of(key), of({ key: ['a.write'] }))).toEqual(['do-it, callers: key a.read -> refused']);
    expect(ofRoute(of({ key: ['a.read'], member: [] }), of(key))).toEqual([]);
    expect(ofRoute(of(member), of(key, member))).toEqual([]);
  });

  test('that authenticates otherwise breaks', () => {
    const scheme = (name: string): Json => ({
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } },
    });
    const [was, is] = [described({ responses: {} }, scheme('apikey')), described({ responses: {} }, scheme('x-key'))];
    expect(breaking(was, is)).toHaveLength(1);
    expect(breaking(was, was)).toEqual([]);
  });
});

describe('an event', () => {
  const one = described({ responses: {} });
  const of = (operation: Json): Json => ({ ...one, webhooks: { 'it.happened': { post: operation } } });

  test('that is gone, or has a field fewer, breaks its receivers', () => {
    expect(breaking(one, { ...one, webhooks: {} })).toEqual(['POST it.happened: present -> gone']);
    const less = of({ requestBody: body(object('id')), responses: { '2XX': {}, 410: {} } });
    expect(breaking(one, less)).toEqual(['it.happened, event: data: present -> gone']);
    expect(breaking(less, one)).toEqual([]);
  });

  test('without a header, or with an answer fewer that is understood, breaks its receivers', () => {
    const header = { parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: {} }] };
    const signed = of({ ...header, requestBody: body(object('id', 'data')), responses: { '2XX': {}, 410: {} } });
    expect(breaking(signed, one)).toEqual(['it.happened, header webhook-id: present -> gone']);
    const deaf = of({ requestBody: body(object('id', 'data')), responses: { '2XX': {} } });
    expect(breaking(one, deaf)).toEqual(['it.happened, answer 410: taken -> gone']);
  });
});

test('what many routes have of one component is one difference, with all of them', () => {
  const using = (thing: Json): Json => {
    const operation = { responses: { 200: body({ $ref: '#/components/schemas/Thing' }) } };
    return {
      paths: { '/x#one': { get: operation }, '/x#two': { get: operation } },
      components: { schemas: { Thing: thing } },
    };
  };
  const [found, ...more] = interfaceDifferences(using(object('a', 'b')), using(object('a')));
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    place: 'Thing of one and of 1 more: b',
    subjects: ['one', 'Thing', 'two'],
    field: 'b',
  });
});
