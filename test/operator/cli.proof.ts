import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { seed } from '../../local/seed.ts';
import type { Stack } from '../../local/stack.ts';
import { startTestStack } from '../../tools/harness/whole-stack.ts';
import { writeStateFile, type StackDescription } from '../../local/state-file.ts';
import { maxActiveKeys } from '../../lambdas/domain/partner-key.ts';
import { areas } from '../../operator/areas.ts';
import { main } from '../../operator/main.ts';
import { openStage } from '../../operator/open-stage.ts';
import { recordedTerminal } from './recorded-terminal.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'operator-'));
const stateFile = path.join(directory, 'stack.json');
let stack: Stack;

beforeAll(async () => {
  stack = await startTestStack({ seed });
  writeStateFile(stateFile, stack.description);
});
afterAll(async () => {
  await stack.stop();
  rmSync(directory, { recursive: true });
});

interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
  readonly asked: readonly string[];
}
const runWith = async (answers: readonly string[] | undefined, argv: readonly string[]): Promise<Run> => {
  const terminal = recordedTerminal(answers);
  const code = await main([...argv, '--state', stateFile], areas, terminal, openStage);
  return { code, out: terminal.printed(), error: terminal.complained(), asked: terminal.asked };
};
const run = (...argv: readonly string[]): Promise<Run> => runWith(undefined, argv);

/** The JSON document of a command that succeeds. */
const read = async <T>(schema: z.ZodType<T>, ...argv: readonly string[]): Promise<T> => {
  const { code, out, error } = await run(...argv, '--json');
  expect([code, error]).toEqual([0, '']);
  return schema.parse(JSON.parse(out));
};

const made = z.object({ partner: z.object({ partner_id: z.string(), name: z.string() }) });
const issued = z.object({ api_key: z.string(), key: z.object({ key_id: z.string(), scopes: z.array(z.string()) }) });
const newPartner = async (name: string): Promise<string> =>
  (await read(made, 'partners', 'create', name)).partner.partner_id;

const callWith = async (apiKey: string): Promise<number> => {
  const { api_url: url, apikey } = stack.description;
  const headers = { apikey, authorization: `Bearer ${apiKey}` };
  return (await fetch(`${url}?route=list-partner-customers`, { headers })).status;
};

describe('partners', () => {
  it('are made, shown and listed', async () => {
    const created = await run('partners', 'create', '  Ωmega, 東京  ');
    expect(created.code).toBe(0);
    const id = /Partner ID\s+(\S+)/.exec(created.out)?.[1] ?? '';
    const shown = await run('partners', 'show', id);
    expect(shown.out).toMatch(
      /^Partner ID {4}\S+\nName {10}Ωmega, 東京\nStatus {8}active\nCreated {7}.+ UTC\nActive keys {3}0\nSlot limit {4}none\nSlots taken {3}0\n$/,
    );
    const listed = await run('partners', 'list');
    expect(listed.out.split('\n')[0]).toMatch(/^PARTNER ID +NAME +STATUS +CREATED$/);
    for (const name of ['Partner One', 'Partner Two', 'Ωmega, 東京']) expect(listed.out).toContain(name);
    const all = await read(z.object({ partners: z.array(made.shape.partner) }), 'partners', 'list');
    expect(all.partners.at(-1)).toMatchObject({ partner_id: id, name: 'Ωmega, 東京' });
  });

  it('have a limit of slots, or none', async () => {
    const partner = await newPartner('Slots');
    expect((await run('partners', 'slot-limit', partner, '50')).out).toMatch(/Slot limit +50\nSlots taken +0\n$/);
    expect((await run('partners', 'slot-limit', partner, 'none')).out).toMatch(/Slot limit +none\n/);
    expect((await run('partners', 'slot-limit', partner, 'fifty')).code).toBe(2);
  });

  it('that are refused end with 1, the reason, and what to do', async () => {
    expect(await run('partners', 'create', ' ')).toEqual({
      code: 1,
      out: '',
      error:
        'error: name must have at least 1 character (validation_failed)\n' +
        '  next: npm run -s operator -- partners create --help shows the arguments\n',
      asked: [],
    });
    const missing = await run('partners', 'show', '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80', '--json');
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.out)).toMatchObject({
      error: { code: 'not_found', message: 'the partner was not found' },
    });
    expect(missing.error).toContain('"partners list" lists the partners of the stage');
  });
});

describe('keys', () => {
  it('open the API with the scopes they were issued with, until they are revoked', async () => {
    const partner = await newPartner('Keys');
    const shown = await run('keys', 'issue', partner, '--scopes', 'customers.read', '--expires-in-days', '30');
    const [apiKey = '', , note] = shown.out.split('\n');
    expect(note).toBe("Copy the key now. It can't be shown again.");
    expect(await callWith(apiKey)).toBe(200);
    const other = await read(issued, 'keys', 'issue', partner, '--scopes', 'webhook.read');
    expect(await callWith(other.api_key)).toBe(403);

    for (let active = 2; active < maxActiveKeys; active += 1) {
      expect((await run('keys', 'issue', partner, '--scopes', 'customers.read')).code).toBe(0);
    }
    const full = await run('keys', 'issue', partner, '--scopes', 'all');
    expect([full.code, full.error]).toEqual([1, expect.stringContaining('revoke one with "keys revoke KEY-ID"')]);

    expect((await run('keys', 'revoke', other.key.key_id, '--yes')).out).toMatch(/Revoked +\d{4}-/);
    const listed = await run('keys', 'list', partner);
    expect(listed.out).toMatch(new RegExp(`${other.key.key_id} +– +revoked .* webhook\\.read`));
    expect(listed.out).toMatch(/expires .* customers\.read/);
    expect((await read(issued, 'keys', 'issue', partner, '--scopes', 'read')).key.scopes).toHaveLength(6);
  });

  it('are revoked only once somebody said yes', async () => {
    const partner = await newPartner('Careful');
    const { key } = await read(issued, 'keys', 'issue', partner, '--scopes', 'all');
    const unasked = await run('keys', 'revoke', key.key_id);
    expect([unasked.code, unasked.error]).toEqual([2, expect.stringContaining('add --yes to confirm it')]);
    const declined = await runWith(['no'], ['keys', 'revoke', key.key_id]);
    expect([declined.code, declined.error]).toEqual([2, 'error: nothing was done\n']);
    expect(declined.asked[0]).toContain(`Revoke the key ${key.key_id}?`);
    expect((await run('partners', 'show', partner)).out).toMatch(/Active keys +1\n/);
    expect((await runWith(['yes'], ['keys', 'revoke', key.key_id])).code).toBe(0);
    expect((await run('partners', 'show', partner)).out).toMatch(/Active keys +0\n/);
  });

  it('that do not exist are not found', async () => {
    const { code, error } = await run('keys', 'revoke', 'nobody', '--yes');
    expect([code, error]).toEqual([1, expect.stringContaining('"keys list PARTNER-ID" lists the key IDs')]);
  });
});

describe('publishable keys', () => {
  it('are issued beside the one in use, listed and revoked', async () => {
    const key = z.object({ key: z.object({ value: z.string(), revoked_at: z.string().nullable() }) });
    const { value } = (await read(key, 'publishable-keys', 'issue')).key;
    const full = await run('publishable-keys', 'issue');
    expect([full.code, full.error]).toEqual([1, expect.stringContaining('"publishable-keys revoke KEY" makes room')]);
    const revoked = await run('publishable-keys', 'revoke', value, '--yes');
    expect(revoked.out).toContain('revoked');
    const listed = await run('publishable-keys', 'list');
    expect(listed.out).toMatch(new RegExp(`${stack.description.apikey} +valid`));
    expect(listed.out).toMatch(new RegExp(`${value} +revoked`));
  });
});

describe('members', () => {
  it('are added with a role, which adding them again changes', async () => {
    const partner = await newPartner('Team');
    expect((await run('members', 'list', partner)).out).toContain('no members yet');
    expect((await run('members', 'add', partner, 'jo@team.example', '--role', 'viewer')).out).toMatch(/Role +viewer/);
    await run('members', 'add', partner, 'jo@team.example', '--role', 'owner');
    const listed = await run('members', 'list', partner);
    expect(listed.out.trim().split('\n')).toHaveLength(2);
    expect(listed.out).toMatch(/owner +jo@team\.example/);
  });

  it('can belong to several partners, with a role at each', async () => {
    const [first, second] = [await newPartner('Agency'), await newPartner('Rival')];
    await run('members', 'add', first, 'sam@agency.example', '--role', 'owner');
    expect((await run('members', 'add', second, 'sam@agency.example', '--role', 'viewer')).code).toBe(0);
    expect((await run('members', 'list', first)).out).toMatch(/owner +sam@agency\.example/);
    expect((await run('members', 'list', second)).out).toMatch(/viewer +sam@agency\.example/);
  });
});

describe('the program itself', () => {
  const start = (...argv: string[]): Promise<{ code: number; out: string; error: string }> =>
    new Promise((resolve) => {
      const cli = path.join(import.meta.dirname, '../../operator/cli.ts');
      execFile(process.execPath, [cli, ...argv], (failure, out, error) => {
        resolve({ code: Number(failure?.code ?? 0), out, error });
      });
    });

  it('answers on standard output, complains on standard error, and ends with the code', async () => {
    const listed = await start('partners', 'list', '--json', '--state', stateFile);
    expect(listed).toMatchObject({ code: 0, error: '' });
    expect(JSON.parse(listed.out)).toHaveProperty('partners');
    const plain = await start('partners', 'list', '--state', stateFile);
    expect(plain.out).not.toMatch(/\u001b/);
    const lost = await start('partners', 'list', '--state', path.join(directory, 'none.json'));
    expect(lost).toMatchObject({ code: 3, out: '', error: expect.stringContaining('start one with npm start') });
  });

  const withUrl = (url: string): StackDescription => ({
    ...stack.description,
    outputs: { ...stack.description.outputs, OperatorFunctionUrl: url },
  });

  it('asks once only: a call whose answer is lost may have been carried out', async () => {
    let calls = 0;
    const server = createServer((request) => {
      calls += 1;
      request.resume().once('end', () => request.socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const lossy = path.join(directory, 'lossy.json');
    writeStateFile(lossy, withUrl(`http://127.0.0.1:${port}/`));
    const { code, error } = await start('partners', 'create', 'Acme', '--state', lossy);
    server.close();
    expect([code, calls]).toEqual([3, 1]);
    expect(error).toContain('may have been carried out: check before you repeat it');
  });

  it('tells a stack that has stopped from one that was never there', async () => {
    const stopped = path.join(directory, 'stopped.json');
    // Port 1 is unused.
    writeStateFile(stopped, withUrl('http://127.0.0.1:1/'));
    const { code, error } = await start('partners', 'list', '--state', stopped);
    expect(code).toBe(3);
    expect(error).toContain("the operator function can't be reached: ");
    expect(error).toContain(`the stack of ${stopped} may have stopped: start it with npm start`);
  });
});
