import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutboundRequest } from '../../lambdas/outbound/client.ts';
import { loadedRoutes } from '../../tools/openapi/loaded-routes.ts';
import { diceOf } from '../../tools/fuzz/dice.ts';
import type { Draft } from '../../tools/fuzz/draft.ts';
import { fuzz } from '../../tools/fuzz/fuzz.ts';
import { judge, type Answer } from '../../tools/fuzz/judge.ts';
import type { WireAnswer, WireRequest } from '../../tools/fuzz/gateway.ts';
import { watchVerifyTokens } from '../../tools/fuzz/verify-tokens.ts';
import { judgeWire } from '../../tools/fuzz/wire.ts';
import { honestReceiver } from '../../tools/harness/populated-partner.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

describe('hostile requests', () => {
  it('are answered in the envelope, with nothing of the inside and nothing of others', async () => {
    const { requests, byStatus, callbacks, findings } = await fuzz(table, diceOf(20_260_102), (asked) => asked < 600);
    expect(findings.all).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(600);
    // Hostile, but not only: much of it gets through to where it could do harm.
    expect(byStatus.get(200) ?? 0).toBeGreaterThan(60);
    expect(callbacks).toBeGreaterThan(10);
    expect([...byStatus.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 409, 413, 415]));
  });
});

const partnerId = '01890a5d-ac96-774b-bcce-b302099a8057';
const row = loadedRoutes.find(({ route }) => route === 'get-partner-webhook-endpoint');
const others = { secret: 'the-secret', names: ['their-name', 'mine-too'], said: new Set(['mine-too']) };

const verdict = (answer: Partial<Answer>, changes: Partial<Draft> = {}): readonly string[] => {
  if (row === undefined) throw new Error('the route has gone');
  const draft: Draft = {
    route: row,
    method: 'GET',
    query: [],
    rawQuery: null,
    body: null,
    rawBody: null,
    headers: {},
    mustBeRefused: false,
    changes: [],
    ...changes,
  };
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': partnerId };
  return judge(draft, { status: 200, headers, text: '', sent: [], ...answer }, partnerId, others);
};

const success = (more: object): string => JSON.stringify({ ok: true, partner_id: partnerId, endpoint: null, ...more });
const failure = (error: object): string => JSON.stringify({ error });

describe('the judge of answers', () => {
  it('lets good ones pass', () => {
    expect(verdict({ text: success({}) })).toEqual([]);
    expect(verdict({ status: 404, text: failure({ code: 'not_found', message: 'mine-too' }) })).toEqual([]);
  });

  it.each([
    ['the status 500', { status: 500, text: failure({ code: 'internal_error', message: 'sorry' }) }],
    ['not JSON', { text: 'Internal Server Error' }],
    ['outside the success envelope', { text: JSON.stringify({ endpoint: null }) }],
    ['outside the success envelope', { text: success({ partner_id: 'another' }) }],
    ['not according to the output schema', { text: success({ endpoint: 1 }) }],
    ['the status 201, which the route does not describe', { status: 201, text: success({}) }],
    ['outside the error envelope', { status: 400, text: failure({ code: 'invalid_json' }) }],
    ['the code not_found with the status 400', { status: 400, text: failure({ code: 'not_found', message: 'x' }) }],
    ["another partner's data", { text: success({ note: 'the-secret' }) }],
    ["another partner's names", { text: success({ note: 'their-name' }) }],
    ['no x-request-id', { text: success({}), headers: { 'content-type': 'application/json; charset=utf-8' } }],
  ])('finds %s', (what, answer) => {
    expect(verdict(answer)).toEqual([what]);
  });

  const refusal = failure({ code: 'rate_limited', message: 'too many calls of the class reads; try again in 1 s' });
  const bucket = { name: 'UpdateItemCommand', input: '{"Key":{"pk":"P#1#RATE","sk":"reads"}}' };

  it('finds what a refused call did beside its bucket', () => {
    expect(verdict({ status: 429, text: refusal, sent: [bucket] })).toEqual([]);
    expect(verdict({ status: 429, text: refusal, sent: [bucket, { name: 'QueryCommand', input: '{}' }] })).toEqual([
      'refused by the rate limit, it still sent QueryCommand',
    ]);
  });

  it('finds what a forbidden call took from others', () => {
    const forbidden = { status: 403, text: failure({ code: 'forbidden_scope', message: 'route x needs the scope y' }) };
    const counted = { name: 'UpdateItemCommand', input: '{"Key":{"pk":"P#1#U#2030-01-02","sk":"N#1"}}' };
    const scarce = { name: 'UpdateItemCommand', input: '{"Key":{"pk":"P#1#RATE","sk":"invitations"}}' };
    expect(verdict({ ...forbidden, sent: [bucket, counted] })).toEqual([]);
    for (const sent of [[scarce], [{ name: 'GetItemCommand', input: '{"Key":{"pk":"P#1#C","sk":"C#2"}}' }]]) {
      expect(verdict({ ...forbidden, sent })).toEqual([`forbidden, it still sent ${sent[0]?.name ?? ''}`]);
    }
  });

  it('finds a refused call that read through what is stored', () => {
    const sent = Array.from({ length: 40 }, () => ({ name: 'QueryCommand', input: '{}' }));
    const none = { status: 404, text: failure({ code: 'not_found', message: 'the event was not found' }) };
    expect(verdict({ ...none, sent })).toEqual(['refused after 40 commands']);
  });

  it('finds what was taken though it could not be right', () => {
    const planted = { mustBeRefused: true, changes: ['hostile JSON'] };
    expect(verdict({ text: success({}) }, planted)).toEqual(['accepted, although a value has a wrong type']);
  });
});

describe('the judge of answers on the wire', () => {
  const asked = { method: 'GET', path: '/none', headers: {}, body: Buffer.alloc(0) };
  const headers = { 'x-request-id': partnerId };
  const envelope = failure({ code: 'not_found', message: 'the path was not found' });

  it.each<[string, Partial<WireRequest>, Partial<WireAnswer>, readonly string[]]>([
    ['a preflight', { method: 'OPTIONS' }, { status: 204, headers: {}, text: '' }, []],
    ['a good one', {}, {}, []],
    [
      "the gateway's own words",
      {},
      { headers: {}, text: '{"message":"Not Found"}' },
      ['no x-request-id', 'outside the error envelope'],
    ],
    ['a path that is there', {}, { status: 200 }, ['the status 200 instead of 404']],
    [
      'a wrong method without Allow',
      { method: 'PUT', path: '/functions/v1/swift-worker' },
      { status: 405 },
      ['405 without Allow'],
    ],
    [
      'a body beyond what Lambda takes',
      { method: 'POST', body: Buffer.alloc(6_500_000) },
      { status: 413, headers: {}, text: '{"message":"Request Entity Too Large"}' },
      [],
    ],
  ])('judges %s', (_, request, answer, findings) => {
    expect(judgeWire({ ...asked, ...request }, { status: 404, headers, text: envelope, ...answer })).toEqual(findings);
  });
});

describe('the watch over verify tokens', () => {
  const ask = (url: string): OutboundRequest => ({ method: 'GET', url, headers: {} });

  it('finds a token at an origin that it was not given for', async () => {
    const watch = watchVerifyTokens(honestReceiver);
    await watch.outbound.send(ask('https://one.example/a?hub.verify_token=t'));
    watch.begin();
    await watch.outbound.send(ask(`https://two.example/a?hub.verify_token=${'0'.repeat(48)}`));
    expect(watch.strayed()).toEqual([]);
    await watch.outbound.send(ask('https://two.example/a?hub.verify_token=t'));
    expect(watch.strayed()).toEqual(['https://two.example']);
  });
});
