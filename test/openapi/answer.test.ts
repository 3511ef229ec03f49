import { describe, expect, it } from '@jest/globals';
import { describing } from '../../lambdas/openapi/answer.ts';
import { eventOf } from '../api/service.ts';

const answer = describing({ openapi: '3.1.1', servers: [{ url: '{base_url}' }] }, 'https://api.example');
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
    expect(ask('OPTIONS')).toEqual({ statusCode: 204, headers: { allow: 'GET, HEAD, OPTIONS' } });
    expect(ask('POST')).toEqual({ statusCode: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
  });
});
