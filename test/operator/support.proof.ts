import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { finding } from '../../operator/doctor/finding.ts';
import { until } from '../../tools/harness/whole-stack.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { operatedStack } from './operated-stack.ts';

let whole: DescribedStack;
let partner: string;
let operated: ReturnType<typeof operatedStack>;

beforeAll(async () => {
  whole = await startDescribedStack();
  partner = whole.partner.partner_id;
  operated = operatedStack(whole);
});
afterAll(() => whole.stop());

const diagnosis = z.object({ findings: z.array(finding) });
const troublesOf = async (partnerId: string) => (await operated.read(diagnosis, 'doctor', partnerId)).findings;
const codesOf = async (partnerId: string): Promise<readonly string[]> =>
  (await troublesOf(partnerId)).map(({ code }) => code);
const trouble = async (partnerId: string, code: string) =>
  (await troublesOf(partnerId)).find((found) => found.code === code);

/** A busy machine makes the endpoint of the tests a slow one, which is none of these troubles. */
const isWell = (codes: readonly string[]): boolean => codes.every((code) => code === 'endpoint_slow');

describe('doctor', () => {
  it('finds nothing for a healthy partner', async () => {
    const { code, out } = await operated.run('doctor', partner);
    expect([code, out]).toEqual([0, expect.stringContaining('No problems were found.')]);
  });

  it("finds a field that the app at the platform does not subscribe to, in every partner's diagnosis", async () => {
    await operated.platform({ app: { subscriptions: ['account_update'] } });
    const missing = await trouble(partner, 'app_fields_missing');
    expect(missing).toMatchObject({ severity: 'problem' });
    expect(missing?.subjects[0]).toBe('messages: no partner gets messages or their statuses');
    const { out } = await operated.run('platform-app');
    expect(out).toContain('app_fields_missing');
    await operated.platform({ app: { subscriptions: null } });
    expect((await codesOf(partner)).filter((code) => code !== 'endpoint_slow')).toEqual([]);
    expect((await operated.run('platform-app')).out).toContain('No problems were found.');
  });

  it('finds a disabled endpoint and the events that it did not get, until they are sent again', async () => {
    const customer = await operated.newCustomer('gone');
    await whole.receiver({ status: 410, times: 1 });
    await operated.change(customer, 'Renamed');
    const codes = await until(
      () => codesOf(partner),
      (found) => found.includes('events_undelivered'),
    );
    expect(codes.slice(0, 2)).toEqual(['endpoint_disabled', 'events_undelivered']);
    expect((await trouble(partner, 'endpoint_disabled'))?.cures.at(-1)?.command).toBe(`events resend ${partner}`);
    await whole.command('POST', 'update-partner-webhook-endpoint', {
      webhook_url: whole.partner.receiver_url,
      platform_verify_token: whole.partner.verify_token,
    });
    await operated.run('events', 'resend', partner);
    await until(() => codesOf(partner), isWell);
  });

  it('finds an endpoint that fails, with what it answers', async () => {
    const customer = await operated.newCustomer('failing');
    await whole.receiver({ status: 503, times: 50 });
    await operated.change(customer, 'Renamed');
    const found = await until(
      () => trouble(partner, 'endpoint_failing'),
      (it) => it?.what.includes('503') === true,
    );
    expect(found).toMatchObject({ severity: 'problem', what: expect.stringContaining('503 ×') });
    await whole.receiver({ clear: true });
    await operated.newCustomer('delivered');
    await until(() => codesOf(partner), isWell);
  });

  it('finds an instance that has to be connected again, and the sync that failed without its token', async () => {
    const { id, waba } = await operated.connectedInstance('reconnect');
    await operated.platform({ token: { expire: true, waba_id: waba } });
    await whole.command('POST', 'refresh-partner-platform-templates', { waba_id: waba, force: true });
    await whole.command('POST', 'refresh-partner-instance-platform', { instance_id: id });
    await until(
      () => codesOf(partner),
      (found) => found.includes('reconnect_required') && found.includes('sync_failed'),
    );
    await operated.platform({ token: { expire: false, waba_id: waba } });
    expect(await trouble(partner, 'reconnect_required')).toMatchObject({ severity: 'problem', subjects: [id] });
    const sync = await trouble(partner, 'sync_failed');
    expect(sync?.what).toContain(waba);
    expect(sync?.cures[0]?.command).toBe(`instances show ${partner} ${id}`);
  });

  it('finds a slot limit that is reached', async () => {
    await operated.run('partners', 'slot-limit', partner, '1');
    const refused = await whole.command('POST', 'create-customer-instance', {
      partner_customer_id: await operated.newCustomer('full'),
      instance_key: 'full',
    });
    expect(refused.status).toBe(409);
    expect((await trouble(partner, 'slot_limit_reached'))?.cures[0]?.command).toBe(`partners slot-limit ${partner} 2`);
    await operated.run('partners', 'slot-limit', partner, 'none');
  });

  it('finds calls that a rate limit refused', async () => {
    const busy = await operated.newPartner('Busy');
    await operated.run('partners', 'rate-limit', busy, 'reads', '0.01,2');
    const { api_key: key } = await operated.newKey(busy);
    const statuses: number[] = [];
    for (let calls = 0; calls < 4; calls += 1) {
      statuses.push((await operated.call(key, 'GET', '?route=list-partner-customers')).status);
    }
    expect(statuses).toEqual([200, 200, 429, 429]);
    const found = await trouble(busy, 'rate_limited');
    expect(found?.what).toContain('list-partner-customers ×2');
    expect(found?.what).toContain('Used up now: reads');
    expect(found?.cures.map(({ command }) => command)).toContain(`limits ${busy}`);
    const { out } = await operated.run('limits', busy);
    expect(out).toMatch(/reads +36 an hour +2 +0 .* operator\n/);
    expect(out).toMatch(/commands +500 a second +2000 +2000 .* stage\n/);
    expect(out).toMatch(/list-partner-customers +2 /);
  });

  it('finds a suspended partner, and a key that expired', async () => {
    const late = await operated.newPartner('Late');
    const { key } = await operated.newKey(late);
    await operated.expireKey(key.key_id);
    await operated.run('partners', 'suspend', late);
    expect((await codesOf(late)).toSorted()).toEqual(['key_expired', 'no_endpoint', 'partner_suspended']);
    expect(await trouble(late, 'key_expired')).toMatchObject({ severity: 'problem', subjects: [key.key_id] });
    expect((await trouble(late, 'partner_suspended'))?.cures.at(-1)?.command).toBe(`partners resume ${late}`);
  });

  it('is refused for an unknown partner, with the remedy', async () => {
    const { code, error } = await operated.run('doctor', '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80');
    expect([code, error]).toEqual([1, expect.stringContaining('"partners list" lists the partners of the stage')]);
  });
});

const listed = z.object({
  letters: z.array(
    z.object({
      message_id: z.string(),
      kind: z.string(),
      partner_id: z.string().nullable(),
      work_state: z.string().nullable(),
    }),
  ),
});
const deadLettersOf = async (...argv: readonly string[]) =>
  (await operated.read(listed, 'dead-letters', 'list', ...argv)).letters;

describe('the dead-letter queue', () => {
  it('is listed, explained and sent again; a reference to a stream record stays', async () => {
    await operated.sendDeadLetter({ pk: `P#${partner}`, sk: 'OUTBOX' });
    await operated.sendDeadLetter({
      changes: [{ entryId: '102290129340398', time: 1, field: 'account_update', value: {} }],
    });
    await operated.sendDeadLetter({ event_id: '1', sequence_number: '2', pk: `P#${partner}#C#x`, sk: 'H#1' });
    const found = await until(
      () => deadLettersOf(),
      (letters) => letters.length === 3,
    );
    expect(found.map(({ kind }) => kind).toSorted()).toEqual(['callback', 'hint', 'record']);
    expect((await deadLettersOf('--partner-id', partner)).map(({ kind }) => kind).toSorted()).toEqual([
      'hint',
      'record',
    ]);
    expect((await trouble(partner, 'dead_letters'))?.cures[0]?.command).toBe(
      `dead-letters list --partner-id ${partner}`,
    );
    const { out } = await operated.run('dead-letters', 'list');
    expect(out).toMatch(/Its worker\s+OutboxKeeper failed to process it 10 times\./);
    expect(out).toContain('A callback of the platform (account_update) about business account 102290129340398.');

    const hint = found.find(({ kind }) => kind === 'hint')?.message_id ?? '';
    expect((await operated.run('dead-letters', 'resend', hint)).out).toBe('1 message was sent again.\n');
    expect((await operated.run('dead-letters', 'resend', '--all')).out).toBe(
      '1 message was sent again. 1 reference stays: no worker reads them.\n',
    );
    expect((await deadLettersOf()).map(({ kind }) => kind)).toEqual(['record']);
    const audit = await operated.run('audit', 'list');
    expect(audit.out.match(/dead-letters resend/g)).toHaveLength(2);
  });

  it('refuses to resend an unknown message, or one that no worker reads', async () => {
    const nobody = await operated.run('dead-letters', 'resend', 'nobody');
    expect([nobody.code, nobody.error]).toEqual([1, expect.stringContaining('the message was not found')]);
    const [note] = await deadLettersOf();
    const refused = await operated.run('dead-letters', 'resend', note?.message_id ?? '');
    expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('no worker reads it')]);
    const both = await operated.run('dead-letters', 'resend', 'nobody', '--all');
    expect([both.code, both.error]).toEqual([1, expect.stringContaining('one of message_id, partner_id and all')]);
  });
});

const traced = z.object({
  partner_id: z.string().nullable(),
  steps: z.array(z.object({ from: z.string(), what: z.string(), ids: z.record(z.string(), z.string()) })),
});

describe('trace', () => {
  it('shows the steps of a call, and those of its event', async () => {
    const customer = await operated.newCustomer('traced');
    const request = await operated.change(customer, 'Secret name');
    const { partner_id: of, steps } = await until(
      () => operated.read(traced, 'trace', request),
      (it) => it.steps.some(({ what }) => what.startsWith('attempt 1: 200')),
    );
    expect(of).toBe(partner);
    const said = steps.map(({ what }) => what);
    expect(said).toContainEqual('call: PATCH update-partner-customer status 200');
    expect(said).toContainEqual(expect.stringMatching(/^customer_updated by partner_key .*: customer_name$/));
    expect(said).toContainEqual(expect.stringMatching(/^event .*customer\.updated.*: it was delivered$/));
    const event = steps.find(({ ids }) => ids['event_id'] !== undefined)?.ids['event_id'] ?? '';
    const byEvent = await operated.read(traced, 'trace', event);
    expect(byEvent.steps.map(({ what }) => what).toSorted()).toEqual(said.toSorted());
    const { out } = await operated.run('trace', event);
    expect(out).toContain(`request_id ${request}`);
    expect(out).not.toContain('Secret name');
  });

  it('shows the log of a refused call, and that an unknown id was not found', async () => {
    const answer = await operated.call(whole.partner.api_key, 'GET', '?route=get-partner-customer&customer_id=x');
    const { out } = await operated.run('trace', answer.headers.get('x-request-id') ?? '');
    expect(out).toContain('GET get-partner-customer status 400 error validation_failed');
    expect((await operated.run('trace', '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80')).out).toContain('No call or event');
    expect((await operated.run('trace', 'x')).code).toBe(2);
  });
});
