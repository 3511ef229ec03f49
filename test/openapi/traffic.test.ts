import { describe, expect, it } from '@jest/globals';
import { sceneOf } from '../../tools/scenes/scenes.ts';
import { partnerId, requestId } from '../../lambdas/api/scenes/records.ts';
import { trafficDeviations, type Exchange } from '../../tools/harness/traffic.ts';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': requestId,
  'ratelimit-policy': '"commands";q=200;w=4',
  ratelimit: '"commands";r=199;t=1',
};
const upsert = sceneOf('upsert-partner-customer').example;
const made = { ok: true, partner_id: partnerId, ...upsert.responses[201] };
const body = { route: 'upsert-partner-customer', ...upsert.request };

const posted = (asked: object, answered: object, other: Partial<Exchange> = {}): readonly string[] =>
  trafficDeviations({
    method: 'POST',
    query: '',
    body: JSON.stringify(asked),
    status: 201,
    headers,
    text: JSON.stringify(answered),
    ...other,
  });

const refused = (status: number, error: object): readonly string[] => posted(body, { error }, { status });

const listed = (query: string): readonly string[] =>
  trafficDeviations({
    method: 'GET',
    query: `route=list-partner-customers&${query}`,
    body: '',
    status: 200,
    headers,
    text: JSON.stringify({
      ok: true,
      partner_id: partnerId,
      ...sceneOf('list-partner-customers').example.responses[200],
    }),
  });

describe('traffic that is as described', () => {
  it.each([
    ['a command', () => posted(body, made)],
    [
      'texts that are trimmed, and empty for null',
      () => posted({ ...body, customer_name: ' AB ', customer_email: '' }, made),
    ],
    ['a refusal', () => refused(403, { code: 'forbidden_role', message: 'no' })],
    ['details', () => refused(409, { code: 'customer_merged', message: 'no', details: { merged_into: partnerId } })],
    ['a query', () => listed('page=2&include_merged=1&status=active&sort=name&search=')],
    [
      'a selector in the query',
      () =>
        trafficDeviations({
          method: 'POST',
          query: `route=move-partner-instance-to-customer&instance_id=${partnerId}&target_customer_id=${partnerId}`,
          body: '{}',
          status: 200,
          headers,
          text: JSON.stringify({
            ok: true,
            partner_id: partnerId,
            ...sceneOf('move-partner-instance-to-customer').example.responses[200],
          }),
        }),
    ],
  ])('%s passes', (_, deviations) => {
    expect(deviations()).toEqual([]);
  });
});

describe('a deviation is found in', () => {
  const { customer } = { customer: {}, ...upsert.responses[201] };
  it.each<readonly [string, () => readonly string[], string]>([
    ['a success that was not to be', () => posted({ ...body, customer_name: 'A' }, made), 'customer_name'],
    ['a missing parameter', () => posted({ route: body.route }, made), 'external_customer_id'],
    ['an unknown field of an answer', () => posted(body, { ...made, more: 1 }), 'more'],
    ['an unknown field within', () => posted(body, { ...made, customer: { ...customer, more: 1 } }), 'more'],
    ['a missing field', () => posted(body, { ok: true, partner_id: partnerId }), 'customer'],
    ['a value', () => posted(body, { ...made, partner_id: 'x' }), 'partner_id'],
    ['a status of another route', () => posted(body, made, { status: 202 }), '202'],
    ['a status of no route', () => posted(body, made, { status: 204 }), '204'],
    ['an unknown header', () => posted(body, made, { headers: { ...headers, 'x-more': '1' } }), 'x-more'],
    [
      'a missing header',
      () => posted(body, made, { headers: { ...headers, 'x-request-id': undefined } }),
      'x-request-id',
    ],
    ['the form of a header', () => posted(body, made, { headers: { ...headers, ratelimit: 'r=1' } }), 'RateLimit'],
    [
      'the content type',
      () => posted(body, made, { headers: { ...headers, 'content-type': 'text/html' } }),
      'content type',
    ],
    ['an unknown code', () => refused(404, { code: 'gone', message: 'no' }), 'error'],
    ['a code of another route', () => refused(404, { code: 'not_found', message: 'no' }), 'not_found'],
    ['a code of another status', () => refused(404, { code: 'invalid_state', message: 'no' }), 'error'],
    ['details', () => refused(409, { code: 'customer_merged', message: 'no', details: { into: 1 } }), 'details'],
    ['a parameter of a query', () => listed('page_size=500'), 'page_size'],
  ])('%s', (_, deviations, named) => {
    expect(deviations().join('\n')).toContain(named);
  });
});
