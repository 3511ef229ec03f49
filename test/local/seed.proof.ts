import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { seed } from '../../local/seed.ts';
import { openForSeeding } from '../../local/seeding-principal.ts';
import type { Seeded } from '../../local/describe-stack.ts';
import { startStack, type Stack } from '../../local/stack.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'seed-'));
const credentialsFile = path.join(directory, 'credentials.json');
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ seed, dataDirectory: directory });
});
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});

/** As the next start does it. */
const seedAgain = (dataDirectory: string | undefined = directory): Promise<Seeded> =>
  seed({ ...stack, apiUrl: stack.description.api_url, outputs: stack.description.outputs, dataDirectory });

const withoutTokens = ({ apikey, partners }: Seeded) => ({
  apikey,
  partners: partners.map((partner) => ({
    ...partner,
    members: partner.members.map(({ email, role }) => ({ email, role })),
  })),
});

const ask = async (bearer: string, method: 'GET' | 'POST' = 'GET') => {
  const { api_url: url, apikey } = stack.description;
  const headers = { apikey, authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const response =
    method === 'GET'
      ? await fetch(`${url}?route=list-partner-customers`, { headers })
      : await fetch(url, {
          method,
          headers,
          body: JSON.stringify({ route: 'upsert-partner-customer', external_customer_id: '', customer_name: '' }),
        });
  const body = z
    .object({ partner_id: z.string().optional(), total: z.number().optional() })
    .parse(await response.json());
  return { status: response.status, ...body };
};

const operate = (command: string, input: Readonly<Record<string, unknown>>): Promise<unknown> =>
  openForSeeding(stack.description.outputs['OperatorFunctionUrl'] ?? '').run(command, input);

const credentials = z.object({ partners: z.record(z.string(), z.record(z.string(), z.string())) });
const kept = () => credentials.parse(JSON.parse(readFileSync(credentialsFile, 'utf8')));

describe('the seeding', () => {
  it('leaves two partners with keys of both kinds, and no customers', async () => {
    const [one, two] = stack.description.partners;
    expect([one?.name, two?.name]).toEqual(['Partner One', 'Partner Two']);
    for (const partner of stack.description.partners) {
      expect(await ask(partner.api_key)).toEqual({ status: 200, partner_id: partner.partner_id, total: 0 });
      expect(await ask(partner.read_only_api_key)).toMatchObject({ status: 200, partner_id: partner.partner_id });
      expect(await ask(partner.api_key, 'POST')).toMatchObject({ status: 400 });
      expect(await ask(partner.read_only_api_key, 'POST')).toMatchObject({ status: 403 });
    }
  });

  it('gives each partner a member of every role, with a token', async () => {
    for (const [index, partner] of stack.description.partners.entries()) {
      const domain = ['partner-one.example', 'partner-two.example'][index] ?? '';
      const roles = ['owner', 'admin', 'developer', 'support', 'viewer'];
      expect(partner.members.map(({ email, role }) => [email, role])).toEqual(
        roles.map((role) => [`${role}@${domain}`, role]),
      );
      for (const { jwt } of partner.members) {
        expect(await ask(jwt)).toMatchObject({ status: 200, partner_id: partner.partner_id });
      }
    }
  });

  it('keeps the credentials where no other user may read them', () => {
    expect(statSync(credentialsFile).mode & 0o777).toBe(0o600);
    expect(kept().partners['1']?.['api_key']).toBe(stack.description.partners[0]?.api_key);
  });

  it('changes nothing when all is there', async () => {
    const audit = async () =>
      JSON.stringify([
        await operate('keys list', { partner_id: stack.description.partners[0]?.partner_id }),
        await operate('partners list', {}),
      ]);
    const before = await audit();
    expect(withoutTokens(await seedAgain())).toEqual(withoutTokens(stack.description));
    expect(await audit()).toBe(before);
  });

  it('goes on where a start was broken off before a key was written down', async () => {
    const { partners } = kept();
    const { partner_id: partnerId = '', api_key: apiKey } = partners['2'] ?? {};
    writeFileSync(
      credentialsFile,
      JSON.stringify({ partners: { ...partners, 2: { partner_id: partnerId, api_key: apiKey } } }),
    );
    const again = await seedAgain();
    expect(again.partners[0]).toMatchObject({ api_key: stack.description.partners[0]?.api_key });
    expect(again.partners[1]).toMatchObject({ partner_id: partnerId, api_key: apiKey });
    expect(again.partners[1]?.read_only_api_key).not.toBe(stack.description.partners[1]?.read_only_api_key);
    expect(await ask(again.partners[1]?.read_only_api_key ?? '')).toMatchObject({ status: 200, partner_id: partnerId });
  });

  it('issues a key anew that was revoked', async () => {
    const apiKey = stack.description.partners[0]?.api_key ?? '';
    await operate('keys revoke', { key_id: apiKey.split('_')[2] });
    const again = await seedAgain();
    expect(again.partners[0]?.api_key).not.toBe(apiKey);
    expect(await ask(again.partners[0]?.api_key ?? '')).toMatchObject({ status: 200 });
  });

  it('says how to get rid of credentials that it cannot read', async () => {
    const whole = readFileSync(credentialsFile);
    writeFileSync(credentialsFile, '{');
    await expect(seedAgain()).rejects.toThrow('start with --fresh to delete it');
    writeFileSync(credentialsFile, whole);
  });

  it('finds everything again after a restart', async () => {
    const before = withoutTokens(await seedAgain());
    await stack.stop();
    stack = await startStack({ seed, dataDirectory: directory });
    expect(withoutTokens(stack.description).partners.map(withoutPorts)).toEqual(before.partners.map(withoutPorts));
    expect(stack.description.apikey).toBe(before.apikey);
    expect(await ask(stack.description.partners[1]?.members[0]?.jwt ?? '')).toMatchObject({ status: 200 });
  });
});

/** Those of a test are any free ones. */
const withoutPorts = <T extends { receiver_url: string }>(partner: T): T => ({
  ...partner,
  receiver_url: new URL(partner.receiver_url).pathname,
});
