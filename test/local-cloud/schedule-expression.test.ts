import { describe, expect, test } from '@jest/globals';
import { parseScheduleExpression } from '@swift-worker/local-cloud/schedule-expression.ts';

const isDue = (expression: string, at: string): boolean => {
  const parsed = parseScheduleExpression(expression);
  return parsed.kind === 'cron' && parsed.matches(new Date(at));
};

describe('a schedule expression', () => {
  test.each([
    ['rate(1 minute)', 60_000],
    ['rate(3 hours)', 10_800_000],
    ['rate(2 days)', 172_800_000],
  ])('reads %s', (expression, milliseconds) => {
    expect(parseScheduleExpression(expression)).toEqual({ kind: 'rate', milliseconds });
  });

  test.each([
    ['cron(0 3 * * ? *)', '2026-03-01T03:00:00Z', true],
    ['cron(0 3 * * ? *)', '2026-03-01T03:01:00Z', false],
    ['cron(0/15 * * * ? *)', '2026-03-01T09:45:00Z', true],
    ['cron(0/15 * * * ? *)', '2026-03-01T09:46:00Z', false],
    ['cron(5,10 8-10 ? * MON-FRI *)', '2026-03-02T10:10:00Z', true],
    ['cron(5,10 8-10 ? * MON-FRI *)', '2026-03-01T10:10:00Z', false],
    ['cron(0 0 1 JAN ? 2027)', '2027-01-01T00:00:00Z', true],
    ['cron(0 0 1 JAN ? 2027)', '2028-01-01T00:00:00Z', false],
  ])('%s at %s: %s', (expression, at, expected) => {
    expect(isDue(expression, at)).toBe(expected);
  });

  test.each([
    'rate(0 minutes)',
    'rate(1 week)',
    'cron(0 3 * * ?)',
    'cron(60 3 * * ? *)',
    'cron(0 3 L * ? *)',
    'at(noon)',
  ])('refuses %s', (expression) => {
    expect(() => parseScheduleExpression(expression)).toThrow(expression);
  });
});
