import { createHash } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { mostLogoBytes } from '../../lambdas/domain/connect-page.ts';
import type { OutboundError, OutboundRequest, OutboundResult } from '../../lambdas/outbound/client.ts';
import { readConnectLogo, readConnectPage } from '../../lambdas/store/partners/connect-page.ts';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { headerOf, problemsOf, verdictOf } from './replies.ts';
import { withService } from './suite-service.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
const webp = Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1');

const clock = testClock();
let service: TestService;
let table: TestTable;
let partner: TestPartner;
let asked: OutboundRequest[];
let answer: () => OutboundResult;
withService(
  {
    clock: clock.now,
    outbound: {
      send: (request) => {
        asked.push(request);
        return Promise.resolve(answer());
      },
      close: () => undefined,
    },
  },
  (...started) => {
    [service, table] = started;
  },
);

const served = (type: string | undefined, body: Buffer, status = 200): OutboundResult => ({
  kind: 'response',
  status,
  headers: type === undefined ? {} : { 'content-type': type },
  body,
  milliseconds: 3,
});

beforeEach(async () => {
  partner = await service.newPartner();
  asked = [];
  answer = () => served('image/png', png);
  clock.pass(1000);
});

const update = (given: object, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  service.call('PATCH', {
    bearer: partner.apiKey,
    body: { route: 'update-partner-connect-page', ...given },
    headers,
  });
const get = (bearer = partner.apiKey): Promise<Reply> =>
  service.call('GET', { bearer, query: { route: 'get-partner-connect-page' } });

const text = z.string().nullable();
const page = z.strictObject({
  display_name: text,
  logo_url: text,
  color: text,
  privacy_url: text,
  updated_at: z.iso.datetime().nullable(),
});
const pageOf = (reply: Reply): z.infer<typeof page> => {
  if (reply.status !== 200) throw new Error(reply.text);
  return page.parse(reply.body['connect_page']);
};

const logoUrl = 'https://cdn.partner.example/logo.png?v=2';
const whole = {
  display_name: 'Acme Messaging',
  logo_url: logoUrl,
  color: '#1a73e8',
  privacy_url: 'https://partner.example/privacy#data',
};

describe('get-partner-connect-page', () => {
  it('answers null for everything that was never set', async () => {
    expect(pageOf(await get())).toEqual({
      display_name: null,
      logo_url: null,
      color: null,
      privacy_url: null,
      updated_at: null,
    });
  });

  it('is for callers with webhook.read, and the update for those with webhook.write', async () => {
    expect((await get(partner.readOnlyKey)).status).toBe(200);
    const refused = { bearer: partner.readOnlyKey, body: { route: 'update-partner-connect-page', color: '#000000' } };
    expect(verdictOf(await service.call('PATCH', refused))).toBe('403 forbidden_scope');
    const viewer = await partner.member('viewer');
    expect(verdictOf(await get(viewer))).toBe('403 forbidden_role');
  });

  it('shows a partner nothing of another partner', async () => {
    await update(whole);
    const other = await service.newPartner();
    expect(pageOf(await get(other.apiKey)).display_name).toBeNull();
    expect(await readConnectLogo(table, other.partnerId)).toBeNull();
  });
});

describe('update-partner-connect-page', () => {
  it('sets what the hosted page shows', async () => {
    expect(pageOf(await update(whole))).toMatchObject(whole);
    expect(pageOf(await get())).toMatchObject(whole);
  });

  it('keeps what is left out, and null or blank text clears', async () => {
    const before = pageOf(await update(whole));
    const cleared = pageOf(await update({ display_name: null, privacy_url: ' ' }));
    expect(cleared).toMatchObject({ ...whole, display_name: null, privacy_url: null });
    expect(Date.parse(cleared.updated_at ?? '')).toBeGreaterThan(Date.parse(before.updated_at ?? ''));
  });

  it('changes nothing when nothing differs', async () => {
    const before = pageOf(await update(whole));
    clock.pass(5000);
    expect(pageOf(await update(whole))).toEqual(before);
    expect(pageOf(await update({}))).toEqual(before);
    expect(await audited()).toHaveLength(1);
  });

  it('leaves an audit entry that names the changed fields and no address', async () => {
    await update({ color: '#ABCDEF', privacy_url: whole.privacy_url });
    const [entry] = await audited();
    expect(entry).toMatchObject({
      action: 'connect page update',
      subject: { partner_id: partner.partnerId, changed_fields: 'color privacy_url' },
    });
    expect(JSON.stringify(entry)).not.toContain('partner.example');
  });

  it.each([
    ['display_name', 'a'.repeat(81), 'maximum'],
    ['display_name', 'a\u0007b', 'control_characters'],
    ['display_name', 7, 'type'],
    ['color', 'red', 'format'],
    ['color', '#12345', 'format'],
    ['color', '#1234567', 'maximum'],
    ['privacy_url', 'http://partner.example/privacy', 'https'],
    ['privacy_url', 'javascript:alert(1)', 'https'],
    ['privacy_url', 'https://user:pass@partner.example/', 'no_user_info'],
    ['privacy_url', 'https://partner.example/a b', 'format'],
    ['privacy_url', `https://partner.example/${'a'.repeat(2048)}`, 'max_length'],
    ['logo_url', 'http://partner.example/logo.png', 'https'],
    ['logo_url', 'data:image/png;base64,AAAA', 'https'],
    ['logo_url', 'https://user@partner.example/logo.png', 'no_user_info'],
    ['logo_url', 'https://partner.example/logo.png#a', 'no_fragment'],
    ['logo_url', `https://partner.example/${'a'.repeat(2048)}`, 'max_length'],
  ])('refuses %s = %j by the rule %s', async (field, value, rule) => {
    const reply = await update({ [field]: value });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    expect(problemsOf(reply)).toContainEqual(expect.objectContaining({ path: field, rule }));
    expect(asked).toEqual([]);
  });

  it('counts the name in code points', async () => {
    expect((await update({ display_name: '🏠'.repeat(80) })).status).toBe(200);
    expect((await update({ display_name: '🏠'.repeat(81) })).status).toBe(400);
  });
});

describe('the logo', () => {
  it('is fetched once, at the update, and its bytes are stored', async () => {
    await update(whole);
    await get();
    await update({ color: '#000000' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: 'GET', url: logoUrl });
    const hash = createHash('sha256').update(png).digest('base64url');
    expect(await readConnectLogo(table, partner.partnerId)).toEqual({ type: 'image/png', bytes: png, hash });
    expect(await readConnectPage(table, partner.partnerId)).toMatchObject({ logo_hash: hash });
  });

  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['image/gif', gif],
    ['Image/GIF; charset=binary', gif],
  ])('is taken as %s', async (type, bytes) => {
    answer = () => served(type, bytes);
    expect((await update({ logo_url: logoUrl })).status).toBe(200);
    expect(await readConnectLogo(table, partner.partnerId)).toMatchObject({
      type: type.toLowerCase().split(';')[0],
      bytes,
    });
  });

  it('is fetched again when its address is given again', async () => {
    const before = pageOf(await update(whole));
    answer = () => served('image/gif', gif);
    const after = pageOf(await update({ logo_url: logoUrl }));
    expect(after.updated_at).not.toBe(before.updated_at);
    expect(await readConnectLogo(table, partner.partnerId)).toMatchObject({ type: 'image/gif', bytes: gif });
  });

  it('is deleted by null, without a call', async () => {
    await update(whole);
    expect(pageOf(await update({ logo_url: null })).logo_url).toBeNull();
    expect(asked).toHaveLength(1);
    expect(await readConnectLogo(table, partner.partnerId)).toBeNull();
    expect(await readConnectPage(table, partner.partnerId)).toMatchObject({ logo_hash: null });
  });

  it('has at most 100 KiB', async () => {
    expect(mostLogoBytes).toBe(102_400);
    answer = () => served('image/png', Buffer.concat([png], mostLogoBytes));
    expect((await update({ logo_url: logoUrl })).status).toBe(200);
    expect(asked[0]?.bodyBytes).toBe(mostLogoBytes + 1);
    answer = () => served('image/png', Buffer.concat([png], mostLogoBytes + 1));
    expect(problemsOf(await update({ logo_url: logoUrl }))).toMatchObject([{ path: 'logo_url', rule: 'fetch' }]);
  });

  const words = new Set<string>();
  it.each<[string, OutboundResult]>([
    ['an address that is not public', failed('refused_address')],
    ['a host without an address', failed('dns')],
    ['a closed port', failed('connect')],
    ['a port that speaks no TLS', failed('tls')],
    ['a port that answers nothing', failed('timeout')],
    ['a port that speaks no HTTP', failed('protocol')],
    ['an error', served('image/png', png, 404)],
    ['a redirect', served('image/png', png, 302)],
    ['a page', served('text/html', Buffer.from('<html>'))],
    ['an SVG', served('image/svg+xml', Buffer.from('<svg/>'))],
    ['an SVG that is called PNG', served('image/png', Buffer.from('<svg/>'))],
    ['a RIFF file, no WebP', served('image/webp', Buffer.from('RIFF0000WAVEfmt '))],
    ['nothing', served('image/png', Buffer.alloc(0))],
  ])('is refused when the address gives %s: always in the same words, and nothing changes', async (_, result) => {
    const before = pageOf(await update(whole));
    answer = () => result;
    const reply = await update({ logo_url: logoUrl, color: '#ffffff' });
    expect(verdictOf(reply)).toBe('400 validation_failed');
    const message = expect.stringMatching(/^logo_url must lead to a PNG, .* SVG is not accepted$/);
    expect(problemsOf(reply)).toEqual([{ path: 'logo_url', rule: 'fetch', message }]);
    words.add(reply.text);
    expect(words.size).toBe(1);
    expect(pageOf(await get())).toEqual(before);
    expect(await readConnectLogo(table, partner.partnerId)).toMatchObject({ type: 'image/png' });
  });
});

describe('an update with an Idempotency-Key', () => {
  it('is replayed without another fetch', async () => {
    const key = { 'idempotency-key': 'a-connect-page' };
    const first = await update(whole, key);
    const again = await update(whole, key);
    expect(again.text).toBe(first.text);
    expect(headerOf(again, 'idempotent-replayed')).toBe('true');
    expect(asked).toHaveLength(1);
  });

  it('gives equal calls at the same time the one result', async () => {
    const key = { 'idempotency-key': 'both-at-once' };
    const answers = await Promise.all([update(whole, key), update(whole, key), update(whole, key)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('can be repeated after a logo was refused', async () => {
    const key = { 'idempotency-key': 'a-second-try' };
    answer = () => served('text/plain', Buffer.from('soon'));
    expect((await update(whole, key)).status).toBe(400);
    answer = () => served('image/png', png);
    expect((await update(whole, key)).status).toBe(200);
  });
});

describe('the limit', () => {
  it('of an update with a logo is that of a webhook validation, because it calls the partner’s address', async () => {
    const policyOf = async (given: object): Promise<string | undefined> =>
      headerOf(await update(given), 'ratelimit-policy');
    expect(await policyOf({ logo_url: logoUrl })).toContain('webhook_validations');
    expect(await policyOf({ logo_url: null })).toContain('commands');
    expect(await policyOf({ color: '#000000' })).toContain('commands');
  });
});

const audited = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { Items: items = [] } = await table.client.send(new ScanCommand({ TableName: table.name }));
  const isOwn = (item: Readonly<Record<string, unknown>>): boolean =>
    item['action'] === 'connect page update' && JSON.stringify(item['subject']).includes(partner.partnerId);
  return items.filter(isOwn);
};

function failed(error: OutboundError): OutboundResult {
  return { kind: 'failed', error, milliseconds: 1 };
}
