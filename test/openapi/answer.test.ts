import { describe, expect, it } from '@jest/globals';
import { describing } from '../../lambdas/api/openapi-answer.ts';
import { eventOf } from '../../tools/harness/service.ts';

const requestId = '01890a5d-ac96-774b-bcce-b302099a8057';
const document = { openapi: '3.1.1', servers: [{ url: '{base_url}' }] };
const answer = describing(document, 'https://api.example', () => requestId);
const ask = (method: string, headers: Record<string, string> = {}) => answer(eventOf(method, {}, headers));

describe('the description of the service', () => {
  it('names the address of its own stage, and may be kept a while', () => {
    const { statusCode, headers, body = '' } = ask('GET');
    expect([statusCode, JSON.parse(body)]).toEqual([
      200,
      { openapi: '3.1.1', servers: [{ url: 'https://api.example' }] },
    ]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-request-id': requestId,
    });
  });

  it('is not sent again to who has it', () => {
    const etag = String(ask('GET').headers?.['etag']);
    expect(ask('GET', { 'if-none-match': etag })).toMatchObject({ statusCode: 304, headers: { etag } });
    expect(ask('GET', { 'if-none-match': etag }).body).toBeUndefined();
    expect(ask('GET', { 'if-none-match': '"other"' }).statusCode).toBe(200);
  });

  it('is read, and nothing else', () => {
    expect(ask('HEAD')).toMatchObject({ statusCode: 200 });
    expect(ask('HEAD').body).toBeUndefined();
    const allow = 'GET, HEAD, OPTIONS';
    expect(ask('OPTIONS')).toEqual({ statusCode: 204, headers: { allow, 'x-request-id': requestId } });
    for (const method of ['POST', 'PUT', 'TRACE']) {
      const { statusCode, headers, body = '' } = ask(method);
      expect([statusCode, JSON.parse(body)]).toEqual([
        405,
        { error: { code: 'method_not_allowed', message: `the method must be one of ${allow}` } },
      ]);
      expect(headers).toMatchObject({ allow, 'x-request-id': requestId, 'cache-control': 'no-store' });
    }
  });
});

describe('a path that does not exist', () => {
  it.each(['GET', 'POST', 'PUT', 'TRACE'])('is not found, in the envelope of every error: %s', (method) => {
    const { statusCode, headers, body = '' } = answer({ ...eventOf(method, {}, {}), routeKey: '$default' });
    expect([statusCode, JSON.parse(body)]).toEqual([
      404,
      { error: { code: 'not_found', message: 'the path was not found' } },
    ]);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    });
  });
});
