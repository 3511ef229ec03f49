import { expect, it } from '@jest/globals';
import { openRows, type Row } from '../../tools/capacity/rows.ts';
import { settingOf } from '../../tools/capacity/setting.ts';
import { findCeiling } from '../../tools/capacity/simulated/find-ceiling.ts';
import { simulate } from '../../tools/capacity/simulated/scenario.ts';

const rows = await openRows();

/**
 * The ceiling of a load by simulation, as a share of the computed one.
 * @param guess a rate below the ceiling, and so high that a few events more or less in ten seconds do not count
 */
const shareOf = ({ by, name }: Row, senders: number, guess: number): number => {
  if (by.kind !== 'computed' || by.check === undefined) throw new Error(`${name} is not simulated, too`);
  const { check, of } = by;
  const setting = settingOf({}, { senders });
  const found = findCeiling((rate) => simulate(check, setting, rate, { seed: 1, span: check.span }), guess);
  return found.rate / of.ceiling(setting);
};

const checked = rows.filter(({ by }) => by.kind === 'computed' && by.check !== undefined);

it.each([
  ["the table's write units", 200, 2_000],
  ['the workers', 50, 800],
])('simulation and arithmetic agree within 15 %% where %s are the limit of events', (_, senders, guess) => {
  expect(checked.map(({ name }) => name)).toEqual(['events']);
  for (const row of checked) {
    const share = shareOf(row, senders, guess);
    expect(share).toBeGreaterThan(0.85);
    expect(share).toBeLessThan(1.15);
  }
});
