import { expect, test } from '@jest/globals';
import { noticeMailOf } from '../../lambdas/domain/notice-mail.ts';
import { isTimeZone, quietUntil } from '../../lambdas/domain/notice-settings.ts';

const at = (time: string): number => Date.parse(`2026-07-14T${time}:30.000Z`);
const untilOf = (start: string, end: string, now: string, time_zone = 'UTC'): string | null => {
  const until = quietUntil({ start, end, time_zone }, at(now));
  return until === null ? null : new Date(until).toISOString().slice(8, 16);
};

test.each([
  ['22:00', '07:00', '21:59', null],
  ['22:00', '07:00', '22:00', '15T07:00'],
  ['22:00', '07:00', '00:00', '14T07:00'],
  ['22:00', '07:00', '06:59', '14T07:00'],
  ['22:00', '07:00', '07:00', null],
  ['12:00', '13:30', '13:29', '14T13:30'],
  ['12:00', '13:30', '13:30', null],
])('quiet hours from %s to %s end, seen at %s, at %s', (start, end, now, until) => {
  expect(untilOf(start, end, now)).toBe(until);
});

test('quiet hours are those of a time zone', () => {
  // Three hours behind UTC.
  expect(untilOf('22:00', '07:00', '00:59', 'America/Sao_Paulo')).toBeNull();
  expect(untilOf('22:00', '07:00', '01:00', 'America/Sao_Paulo')).toBe('14T10:00');
});

test.each([
  ['spring, in which the night has an hour less', '2027-03-28T00:30Z', '2027-03-28T06:00'],
  ['autumn, in which it has one more', '2027-10-30T22:30Z', '2027-10-31T07:00'],
])('quiet hours end at their minute in %s', (_, now, until) => {
  const quiet = { start: '22:00', end: '07:00', time_zone: 'Europe/Lisbon' };
  expect(new Date(quietUntil(quiet, Date.parse(now)) ?? 0).toISOString().slice(0, 16)).toBe(until);
});

test('quiet hours whose end the clocks skip end within the hour', () => {
  const quiet = { start: '22:00', end: '01:30', time_zone: 'Europe/Lisbon' };
  // 00:59 in winter is followed by 02:00 in summer.
  const ends = [];
  for (let now: number | null = Date.parse('2027-03-28T00:30Z'); now !== null; now = quietUntil(quiet, now))
    ends.push(now);
  expect(ends.map((end) => new Date(end).toISOString().slice(11, 16))).toEqual(['00:30', '01:30']);
});

test.each([
  ['Europe/Lisbon', true],
  ['UTC', true],
  ['+03:00', false],
  ['Europe/Atlantis', false],
  ['', false],
])('%s is a time zone: %s', (name, is) => {
  expect(isTimeZone(name)).toBe(is);
});

test('a mail shows the markup of a name as text', () => {
  const { html, text } = noticeMailOf(
    { partner_id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'A & B' },
    [{ title: 'The platform blocks a number', line: '<b>"Shop"</b>', created_at: '2026-07-14T12:00:00.000Z' }],
    'https://portal.example/portal/',
  );
  expect(html).toContain('&lt;b&gt;&quot;Shop&quot;&lt;/b&gt; (2026-07-14 12:00 UTC)');
  expect(html).toContain('A &amp; B');
  expect(text).toContain('The platform blocks a number: <b>"Shop"</b> (2026-07-14 12:00 UTC)');
});
