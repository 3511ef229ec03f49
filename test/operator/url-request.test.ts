import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '../../lambdas/kernel/errors.ts';
import { readUrlRequest } from '../../lambdas/operator/url-request.ts';
import { urlEvent } from './url-event.ts';

const arn = 'arn:aws:sts::123456789012:assumed-role/operators/jo';
const iam = { userArn: arn, callerId: 'AROAOPERATORS:jo' };
const asked = { command: 'partners list', input: { limit: 1 } };

const refusalOf = (event: unknown): unknown => {
  try {
    return readUrlRequest(event);
  } catch (error) {
    return error instanceof ServiceError ? [error.code, error.message] : error;
  }
};

describe("an event of the function's URL", () => {
  it('names the principal whose signature AWS has verified, and the command', () => {
    const request = readUrlRequest(urlEvent(iam, JSON.stringify(asked)));
    expect(request).toEqual({ caller: { arn, id: 'AROAOPERATORS:jo' }, ...asked });
  });

  it('is read from base64', () => {
    const body = Buffer.from(JSON.stringify(asked)).toString('base64');
    expect(readUrlRequest({ ...urlEvent(iam, body), isBase64Encoded: true })).toMatchObject(asked);
  });

  it('with bytes that are not UTF-8 is refused', () => {
    const body = Buffer.from('{"command":"partners create","input":{"name":"S\xe3o"}}', 'latin1').toString('base64');
    expect(refusalOf({ ...urlEvent(iam, body), isBase64Encoded: true })).toEqual([
      'invalid_json',
      'the body must be valid JSON in UTF-8',
    ]);
  });

  it.each([
    ['no body', undefined, ['invalid_json', 'the body must be valid JSON in UTF-8']],
    ['text', 'partners list', ['invalid_json', 'the body must be valid JSON in UTF-8']],
    ['no command', '{"input":{}}', ['validation_failed', 'command is required']],
    ['no input', '{"command":"partners list"}', ['validation_failed', 'input is required']],
  ])('with %s is refused', (_, body, refusal) => {
    expect(refusalOf(urlEvent(iam, body))).toEqual(refusal);
  });
});

describe('an event without a verified caller', () => {
  it.each([
    ['the payload of an invocation', { ...asked, operator: arn }],
    ['nothing', null],
    ['a URL that is open to everybody', urlEvent(undefined, JSON.stringify(asked))],
    ['a principal without a name', urlEvent({ userArn: '', callerId: 'AIDA' }, JSON.stringify(asked))],
    ['another version of the payload', { ...urlEvent(iam, JSON.stringify(asked)), version: '1.0' }],
  ])('is no request: %s', (_, event) => {
    expect(readUrlRequest(event)).toBeNull();
  });
});
