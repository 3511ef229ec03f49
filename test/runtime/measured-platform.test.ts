import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import { measuredPlatform } from '../../lambdas/runtime/measured-platform.ts';

const request = { method: 'GET', path: '/15550001/secret', answer: z.string(), wabaId: '9', retry: 'safe' } as const;

const instanceOf = async (error: PlatformError | null): Promise<Readonly<Record<string, unknown>>> => {
  const lines: string[] = [];
  let now = 1_000;
  const client = {
    call: <Answer>({ answer }: { readonly answer: z.ZodMiniType<Answer> }): Promise<Answer> => {
      now += 40;
      return error === null ? Promise.resolve(answer.parse('secret')) : Promise.reject(error);
    },
  };
  const log = logger((line) => lines.push(line), {});
  await measuredPlatform(client, () => now, log)
    .call(request)
    .catch(() => undefined);
  expect(lines.join()).not.toMatch(/secret|15550001/);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(lines[0] ?? ''));
};

test('a call leaves a line with how long it took, and nothing of what was said', async () => {
  expect(await instanceOf(null)).toMatchObject({ waba_id: '9', error: null, platform_call_milliseconds: 40 });
});

test.each([
  ['transient', { platform_calls_failed: 1 }],
  ['unknown', { platform_calls_failed: 1 }],
  ['throttled', { platform_calls_over_budget: 1 }],
  ['token_invalid', {}],
  ['gone', {}],
] as const)('an answer of the kind %s counts as %p', async (kind, counts) => {
  const { platform_calls_failed, platform_calls_over_budget, error } = await instanceOf(
    new PlatformError({ kind, message: 'secret' }),
  );
  expect({ error, platform_calls_failed, platform_calls_over_budget }).toEqual({ error: kind, ...counts });
});
