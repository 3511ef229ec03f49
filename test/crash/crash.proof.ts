import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../lambdas/api/routes.ts';
import { commands } from '../../lambdas/operator/commands.ts';
import { plays } from '../../tools/crash/plays.ts';
import { openStage, type Stage } from '../../tools/crash/stage.ts';
import { tryOut } from '../../tools/crash/trial.ts';

/** A command of one commit, commands with outside effects, workers, a page, an operator's command. */
const sample = [
  'upsert-partner-customer: changes an existing customer',
  'deactivate-partner-customer: three connected instances',
  'update-partner-webhook-endpoint: with two instances to move',
  'operator keys rotate: all or nothing',
  'connect: the return from the platform',
  'callback-intake: number flagged',
  'webhook-delivery: three events of two customers',
  'template-sync: three templates on two pages',
];

/** Eleven and the number of fault kinds have no common divisor: every kind occurs, at every position. */
const stride = 11;

describe('a fault of one outside call', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.stop());

  it.each(sample)('does not change the end state: %s', async (name) => {
    const play = plays.find((one) => `${one.name}: ${one.about}` === name);
    if (play === undefined) throw new Error('there is no such play');
    const pick = (index: number): boolean => index % stride === 0;
    const { runs, divergences } = await tryOut(stage, play, { pick, progress: () => undefined });
    expect(runs).toBeGreaterThan(0);
    expect(divergences).toEqual([]);
  });
});

describe('the scenarios of npm run crash', () => {
  const names = new Set(plays.map(({ name }) => name));

  it('have every route, and every command of the operator', () => {
    const wanted = [...routes.map(({ route }) => route), ...Array.from(commands.keys(), (name) => `operator ${name}`)];
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });

  it('have every other function', () => {
    const functions = readdirSync('lambdas/functions')
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.replace('.ts', ''));
    // The API and the operator are tried command by command. The API description calls nothing; the origin check reads
    // a secret and changes nothing.
    const elsewhere = ['dispatcher', 'operator', 'open-api', 'origin-check'];
    expect(functions.filter((name) => !names.has(name) && !elsewhere.includes(name))).toEqual([]);
  });
});
