import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import newman, { type NewmanRunSummary } from 'newman';
import { z } from 'zod';
import { routes } from '../../lambdas/api/routes.ts';
import { startWholeStack, type WholeStack } from '../../tools/harness/whole-stack.ts';

/** What needs a connected line, a template, a notification or a key, which a fresh stack does not have. */
const needFacts: readonly string[] = [
  'refresh-partner-instance-platform',
  'reveal-partner-instance-platform-token',
  'refresh-partner-platform-templates',
  'get-partner-platform-template-sync',
  'list-partner-platform-templates',
  'get-partner-platform-template',
  'report-partner-message-status',
  'report-partner-message-delivery-failure',
  'mark-partner-notification-read',
  // The partners of the stack have two active keys.
  'issue-partner-api-key',
  'revoke-partner-api-key',
];

const collection = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(readFileSync(new URL('../../docs/postman.json', import.meta.url), 'utf8')));

const run = (values: Readonly<Record<string, string>>): Promise<NewmanRunSummary> =>
  new Promise((resolve, reject) => {
    const envVar = Object.entries(values).map(([key, value]) => ({ key, value }));
    newman.run({ collection, envVar }, (error, summary) => {
      if (error === null) resolve(summary);
      else reject(error);
    });
  });

interface Called {
  readonly name: string;
  readonly route: string;
  readonly status: number;
}

const bodySchema = z.object({ route: z.string() });

const failuresOf = ({ run: { failures } }: NewmanRunSummary): readonly string[] =>
  failures.map(({ source, error }) => `${source?.name ?? ''}: ${error.message}`);

const calledIn = ({ run: { executions } }: NewmanRunSummary): readonly Called[] =>
  executions.map(({ item, request, response }) => {
    const inQuery: unknown = request.url.query.get('route');
    const route = typeof inQuery === 'string' ? inQuery : bodySchema.parse(JSON.parse(request.body?.raw ?? '')).route;
    return { name: item.name, route, status: response.code };
  });

let whole: WholeStack;
let values: Readonly<Record<string, string>>;
let summary: NewmanRunSummary;

beforeAll(async () => {
  whole = await startWholeStack();
  const { api_url, apikey } = whole.stack.description;
  const {
    api_key: partner_key,
    receiver_url: webhook_url,
    verify_token: platform_verify_token,
    members,
  } = whole.partner;
  const member_token = members.find(({ role }) => role === 'owner')?.jwt ?? '';
  const others = whole.stack.description.partners.find(({ partner_id: id }) => id !== whole.partner.partner_id);
  const { jwt: invitee_token = '', email: invitee_email = '' } = others?.members[0] ?? {};
  values = {
    ...{ api_url, apikey, partner_key, member_token, invitee_token, invitee_email },
    ...{ webhook_url, platform_verify_token },
  };
  summary = await run(values);
});
afterAll(() => whole.stack.stop());

describe('the collection, run from top to bottom on a fresh stack', () => {
  it('requests every route', () => {
    const requested = new Set(calledIn(summary).map(({ route }) => route));
    expect([...requested].toSorted()).toEqual(routes.map(({ route }) => route).toSorted());
  });

  it('has no failed request, script or check', () => {
    expect(failuresOf(summary)).toEqual([]);
    const { assertions, requests, testScripts } = summary.run.stats;
    expect(requests.failed).toBe(0);
    expect(testScripts.failed).toBe(0);
    expect(assertions.total).toBe(2 * (requests.total ?? 0));
  });

  it('gets a success from every route except those that need facts from outside', () => {
    const refused = calledIn(summary).filter(({ status }) => status >= 300);
    expect(refused.map(({ route }) => route).toSorted()).toEqual(needFacts.toSorted());
  });

  it('can be run again with the same partner', async () => {
    expect(failuresOf(await run(values))).toEqual([]);
  });
});
