import { build } from 'esbuild';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type * as refusals from '../../packages/client/src/refusal.ts';
import { ConnectionLost, isRefusal, Refusal } from '../../packages/client/src/refusal.ts';
import { NotVerified } from '../../packages/client/src/webhook.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'two-copies-'));
let other: typeof refusals;

beforeAll(async () => {
  const outfile = path.join(folder, 'refusal.cjs');
  const entry = path.join(import.meta.dirname, '../../packages/client/src/refusal.ts');
  await build({ entryPoints: [entry], bundle: true, format: 'cjs', outfile });
  other = createRequire(import.meta.url)(outfile) as typeof other;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('errors of an ES module are known by CommonJS, and the other way round', () => {
  const of = { requestId: null, retryAfter: null };
  const error = { code: 'stale_update', message: 'no' };
  const [own, theirs] = [new Refusal(409, error, of), new other.Refusal(409, error, of)];
  expect(Refusal).not.toBe(other.Refusal);
  for (const one of [own, theirs]) {
    expect([isRefusal(one, 'stale_update'), other.isRefusal(one, 'stale_update')]).toEqual([true, true]);
    expect([isRefusal(one, 'not_found'), one instanceof Refusal, one instanceof other.Refusal]).toEqual([
      false,
      true,
      true,
    ]);
    expect([one instanceof ConnectionLost, one instanceof NotVerified, one instanceof Error]).toEqual([
      false,
      false,
      true,
    ]);
  }
});

it('a class that extends an error is known by its prototype', () => {
  class Own extends NotVerified {}
  expect(new Own()).toBeInstanceOf(NotVerified);
  expect(new NotVerified()).not.toBeInstanceOf(Own);
  for (const none of [null, undefined, 'Refusal', { name: 'Refusal', code: 'stale_update' }]) {
    expect([isRefusal(none, 'stale_update'), none instanceof Refusal]).toEqual([false, false]);
  }
});
