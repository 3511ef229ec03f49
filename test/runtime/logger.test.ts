import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { logger } from '../../lambdas/runtime/logger.ts';

const long = 'x'.repeat(1_000_000);

const lineOf = (fields: Readonly<Record<string, unknown>>): string => {
  const lines: string[] = [];
  logger((line) => lines.push(line), {}).error('it failed', fields);
  return lines.join();
};

describe('a line of the log', () => {
  it('has the beginning of a text of any length', () => {
    const line = lineOf({ waba_id: long, short: 'whole' });
    expect(line.length).toBeLessThan(2_048);
    expect(JSON.parse(line)).toMatchObject({ level: 'ERROR', message: 'it failed', short: 'whole' });
  });

  it('has the stack of an error whose message is long, and those of its causes', () => {
    const { error: refused } = z.array(z.number()).safeParse(Array<string>(50_000).fill('x'));
    const line = lineOf({ error: new Error(long, { cause: refused }) });
    expect(line.length).toBeLessThan(32_768);
    const { error } = z
      .object({ error: z.object({ message: z.string(), stack: z.string(), cause: z.object({ message: z.string() }) }) })
      .parse(JSON.parse(line));
    expect(error.message).toMatch(/^x+…$/);
    expect(error.stack).toMatch(/^Error: x+…\n {4}at /);
    expect(error.cause.message).toContain('invalid_type');
  });

  it('has what a case of AWS support needs of an error of the SDK, and no more of its answer', () => {
    const $metadata = { requestId: 'asked-aws', httpStatusCode: 400, attempts: 4, cfId: 'other' };
    const error = Object.assign(new Error('refused'), { $metadata, Item: { name: 'private' } });
    const line = lineOf({ error });
    expect(JSON.parse(line)).toMatchObject({
      error: { aws: { requestId: 'asked-aws', httpStatusCode: 400, attempts: 4 } },
    });
    expect(line).not.toMatch(/private|other/);
  });

  it('never has a half of a character', () => {
    expect(lineOf({ name: '🙂'.repeat(1_000).slice(1) })).not.toMatch(/\\ud[89a-f]/i);
  });
});
