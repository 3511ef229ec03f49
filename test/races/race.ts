import type { Table } from '../../lambdas/store/table/table.ts';
import type { TestService } from '../../tools/harness/service.ts';
import type { Call } from './command.ts';
import { explanations, type Answered } from './explain.ts';
import { brokenInvariants } from './invariants.ts';
import { emptyModel, type Model } from './model.ts';
import { Racers, type Came } from './racers.ts';
import { wordsOfModel, wordsOfTable } from './existing.ts';

const slotLimit = 3;

/** The state before each race: two customers, one of them with instances. */
const opening: readonly Call[] = [
  { command: { kind: 'upsert', customer: 'a', name: 'Acme' }, isSentTwice: false },
  { command: { kind: 'upsert', customer: 'b', name: 'Bolt' }, isSentTwice: false },
  { command: { kind: 'create-instance', customer: 'a', instance: 'k1' }, isSentTwice: false },
  { command: { kind: 'create-instance', customer: 'a', instance: 'k2' }, isSentTwice: false },
];

/** Runs calls concurrently; the test decides how. */
export type InParallel = (
  calls: readonly ((table: Table) => Promise<readonly Came[]>)[],
) => Promise<readonly (readonly Came[])[]>;

/** Runs groups of calls, one after another. @returns what no order of them explains */
export const race = async (
  service: TestService,
  lots: readonly (readonly Call[])[],
  inParallel: InParallel,
): Promise<readonly string[]> => {
  const { table } = service.dispatcher.deps;
  const racers = await Racers.start(service, slotLimit);
  let models: readonly Model[] = [emptyModel(slotLimit)];
  for (const lot of [...opening.map((call) => [call]), ...lots]) {
    await racers.look();
    const isRace = lot.length > 1;
    const run = lot.map((call) => (reached: Table) => racers.call(call, reached));
    const came = isRace ? await inParallel(run) : await Promise.all(run.map((one) => one(table)));
    const existing = await racers.look();
    const answered = lot.map((call, index): Answered => ({
      command: call.command,
      answer: racers.told(call, came[index] ?? []),
    }));
    const explained = explanations(models, answered);
    const here = await wordsOfTable(table, racers.partnerId, existing);
    models = explained.filter((model) => wordsOfModel(model).join() === here.join());
    const broken = await brokenInvariants(table, racers.partnerId, existing);
    if (models.length === 0 || broken.length > 0) {
      return [
        ...broken,
        ...answered.map(({ command, answer }) => `${JSON.stringify(command)}: ${answer}`),
        ...(explained.length === 0 ? ['no order explains the answers'] : []),
        ...(explained.length > 0 && models.length === 0 ? ['no order that explains the answers ends so'] : []),
        ...here,
      ];
    }
  }
  return [];
};
