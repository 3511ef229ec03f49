import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from '@jest/globals';
import { signedHeaders, signingSecretFrom } from '../../lambdas/domain/webhook/signature.ts';
import { signatureVectors, type SignatureVector } from '../../tools/signatures/vectors.ts';
import { isInstalled, languages, type Language, type Program } from './languages.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'signatures-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

interface Case extends SignatureVector {
  readonly kind: 'standard' | 'hub';
}

const base64 = (content: string): string => Buffer.from(content).toString('base64');

const lineOf = ({ kind, now, secrets, body, headers }: Case): string => {
  const fields = Object.entries(headers).map(([name, value]) => `${name}=${value}`);
  return [kind, String(now), secrets.map(base64).join(','), base64(body), ...fields].join('\t');
};

/** What a sample says about each case. */
const verdictsOf = async ({ command, args }: Program, cases: readonly Case[]): Promise<readonly string[]> => {
  const child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(cases.map((one) => `${lineOf(one)}\n`).join(''));
  return (await text(child.stdout)).trimEnd().split(/\r?\n/);
};

const named = (cases: readonly Case[], verdicts: readonly (string | undefined)[]): readonly string[] =>
  cases.map(({ kind, name }, index) => `${kind}: ${name}: ${verdicts[index] ?? 'no verdict'}`);

const wanted = (cases: readonly Case[]): readonly string[] =>
  named(
    cases,
    cases.map(({ valid }) => (valid ? 'accepted' : 'refused')),
  );

const { standard_webhooks: standard, x_hub_signature_256: hub } = signatureVectors();
const vectors: readonly Case[] = [
  ...standard.map((vector): Case => ({ kind: 'standard', ...vector })),
  ...hub.map((vector): Case => ({ kind: 'hub', now: 0, ...vector })),
];

/** A delivery as the service signs it now, and the same with one part changed. */
const delivery = (): readonly Case[] => {
  const [old, fresh] = [signingSecretFrom(randomBytes(24)), signingSecretFrom(randomBytes(64))];
  const id = randomUUID();
  const body = JSON.stringify({ id, type: 'service.ping', data: { name: `Café 東京 🥐 ${randomUUID()}` } });
  const now = 1_700_000_000 + randomBytes(3).readUIntBE(0, 3);
  const headers = { ...signedHeaders([old, fresh], id, now * 1000, Buffer.from(body)) };
  const genuine: Case = { kind: 'standard', name: 'a delivery', secrets: [old], now, headers, body, valid: true };
  const changed = (name: keyof typeof headers, value: string): Case => ({
    ...genuine,
    name: `a delivery with another ${name}`,
    headers: { ...headers, [name]: value },
    valid: false,
  });
  const signature = signedHeaders([fresh], id, now * 1000, Buffer.from(body))['webhook-signature'];
  return [
    genuine,
    { ...genuine, name: 'a delivery, for the new secret', secrets: [fresh] },
    { ...genuine, kind: 'hub' },
    { ...genuine, name: 'a delivery with another body', body: body.replace('東京', '京東'), valid: false },
    {
      ...genuine,
      kind: 'hub',
      name: 'a delivery with another body',
      secrets: [old],
      body: `${body}\n`,
      valid: false,
    },
    changed('webhook-id', randomUUID()),
    changed('webhook-timestamp', String(now + 1)),
    changed('webhook-signature', signature),
    { ...genuine, name: 'a delivery after 301 s', now: now + 301, valid: false },
    { ...genuine, name: 'a delivery 301 s early', now: now - 301, valid: false },
  ];
};

const found: Language[] = [];
for (const language of languages) {
  if (await isInstalled(language)) found.push(language);
  else console.log(`skipped: the sample in ${language.name}, which is not installed`);
}

test('the sample in TypeScript always runs', () => {
  expect(found.map(({ name }) => name)).toContain('TypeScript');
});

describe.each(found)('the sample in $name', ({ name, build }) => {
  let built: Promise<Program> | undefined;
  const program = (): Promise<Program> => (built ??= build(mkdtempSync(path.join(directory, `${name[0] ?? ''}-`))));

  test('accepts and refuses the vectors as they say', async () => {
    const verdicts = await verdictsOf(await program(), vectors);
    expect(named(vectors, verdicts)).toEqual(wanted(vectors));
  });

  test('accepts a delivery of the service, and refuses it when a part was changed', async () => {
    const cases = delivery();
    const verdicts = await verdictsOf(await program(), cases);
    expect(named(cases, verdicts)).toEqual(wanted(cases));
  });
});
