import { afterAll, expect, test } from '@jest/globals';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeBundle } from '../../lib/bundle.ts';
import { awsClients } from './bundled.ts';

const root = path.join(import.meta.dirname, '../..');
const entries = globSync('lambdas/functions/*.ts', { cwd: root });
const directory = mkdtempSync(path.join(tmpdir(), 'functions-'));

afterAll(() => {
  rmSync(directory, { recursive: true });
});

test.each(entries.flatMap((entry) => awsClients.map((awsClient) => [entry, awsClient] as const)))(
  '%s is bundled with the client %s, beside the SDK clients of other services',
  (entry, awsClient) => {
    const own = path.join(directory, awsClient, path.basename(entry, '.ts'));
    writeBundle(entry, awsClient, own);
    const files = readdirSync(own);
    expect(files).toContain('index.js');
    const code = files.filter((name) => name.endsWith('.js'));
    expect(files.toSorted()).toEqual(code.flatMap((name) => [name, `${name}.map`]).toSorted());
  },
);
