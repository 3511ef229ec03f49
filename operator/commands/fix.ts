import { Argument, Option } from 'commander';
import { z } from 'zod';
import { letter } from '../dead-letters/explain.ts';
import { describe, type Area } from '../description.ts';
import { counted } from '../doctor/finding.ts';
import { wholeNumber } from '../fields.ts';
import { entryText } from '../fix/entered.ts';
import { skipped, skipPoisonRecord, skippable } from '../fix/poison-record.ts';
import { raisable, raiseReservation, reservation } from '../fix/reservation.ts';
import { rollback, rollBack, rollbackSteps, type Step } from '../fix/rollback.ts';
import { table } from '../layout.ts';
import { visible } from '../../packages/terminal/src/visible.ts';
import { wrapped } from '../wrap.ts';

const reserving = z.object({ function: z.string(), to: z.number() });
const rollingBack = z.object({ undo: z.boolean().default(false) });
const letters = z.object({ letters: z.array(letter), more: z.boolean() });
const resending = z.object({ kind: z.string() });
const resent = z.object({ resent: z.number(), left: z.number(), more: z.boolean() });

const paragraphs = (columns: number, ...texts: readonly string[]): string =>
  texts.map((text) => wrapped(text, columns, '')).join('\n');

const versions = (steps: readonly Step[]): string =>
  table(
    ['function', 'from', 'to'],
    steps.map(({ function: name, from, to }) => [visible(name), from, to ?? 'stays']),
    'no function',
  );

const reserve = describe({
  name: 'fix reservation',
  summary: 'Raise the reserved concurrency of a function at once',
  arguments: [new Argument('<function>', 'as "status" names it')],
  options: [
    new Option('--to <number>', 'how many of its invocations may run at the same time')
      .argParser(wholeNumber)
      .makeOptionMandatory(),
  ],
  examples: [['fix reservation Dispatcher --to 200', 'within seconds; put the number into lib/stages.ts afterwards']],
  question: async (input, open) => {
    const { function: name, to } = reserving.parse(input);
    const from = await raisable(await open(), name, to);
    return `Reserve ${to} concurrent executions for ${name} in place of ${from}? AWS charges nothing for it, but all other functions of the account share what is left.`;
  },
  ask: (stage, input) => {
    const { function: name, to } = reserving.parse(input);
    return raiseReservation(stage, name, to);
  },
  result: reservation,
  show: (it, columns) =>
    paragraphs(
      columns,
      `${it.function} reserves ${it.to}; before it was ${it.from}. ${entryText(it.unentered)}`,
      'The stack does not know it: set reservedConcurrency in lib/stages.ts too, before a deployment sets the old number again.',
    ),
});

const skip = describe({
  name: 'fix poison-record',
  summary: 'Skip the records of the stream that stop Journal',
  examples: [['fix poison-record', 'takes a minute or two; do not interrupt it']],
  question: async (_, open) => {
    await skippable(await open());
    return 'Give up the records that stop Journal, after three more attempts each? A report that is given up is in the table, but missing in searches; a change of the audit trail is not copied. Their position goes to the dead-letter queue. When the stream goes on, records are tried for 12 hours again.';
  },
  ask: skipPoisonRecord,
  result: skipped,
  show: (it, columns) =>
    paragraphs(
      columns,
      `${it.function} goes on. ${counted(it.given_up, 'batch')} of records ${it.given_up === 1 ? 'was' : 'were'} given up: "dead-letters list" shows them. ${entryText(it.unentered)}`,
    ),
});

const resend = describe({
  name: 'fix dead-letters',
  summary: 'Send the dead letters of a kind to their workers again, when the cause is removed',
  options: [
    new Option('--kind <kind>', 'the kind, as "status" names it')
      .choices(['hint', 'callback', 'audit'])
      .makeOptionMandatory(),
  ],
  examples: [['fix dead-letters --kind callback', 'all callbacks of the platform that could not be applied']],
  question: async (input, open) => {
    const { kind } = resending.parse(input);
    const listed = letters.parse(await (await open()).run('dead-letters list', {}));
    const count = listed.letters.filter((one) => one.kind === kind).length;
    const shown = `${listed.more ? 'at least ' : ''}${counted(count, 'message')}`;
    return `Send ${shown} of kind ${kind} again? A worker may get one twice, which does no harm. What fails again comes back after ten attempts.`;
  },
  result: resent,
  show: ({ resent: count }) => `${counted(count, 'message')} sent again. The audit trail has an entry.`,
  long: {
    next: (result, input) => (result.more ? { name: 'fix dead-letters', input } : null),
    join: (before, result) => ({ ...result, resent: before.resent + result.resent }),
    progress: ({ resent: count }) => `${count} messages were sent again …`,
    pause: 0,
  },
});

const back = describe({
  name: 'fix rollback',
  summary: 'Take the last release back: point all aliases to the versions before',
  options: [new Option('--undo', 'back to the newest versions, right before the next deployment')],
  examples: [
    ['fix rollback', 'within seconds, without a deployment; one release back, not more'],
    ['fix rollback --undo', 'CodeDeploy refuses a deployment while an alias has another version than the stack'],
  ],
  question: async (input, open) => {
    const { undo } = rollingBack.parse(input);
    const steps = versions(await rollbackSteps(await open(), undo));
    return undo
      ? `${steps}\n\nMove all calls at once to the newest versions? What made you roll back comes back until the next deployment has ended.`
      : `${steps}\n\nMove all calls at once to the versions before? Workers without an alias keep their code. Items that the newer version wrote stay, and the version before reads them.`;
  },
  ask: (stage, input) => rollBack(stage, rollingBack.parse(input).undo),
  result: rollback,
  show: (it, columns) =>
    [
      versions(it.functions),
      paragraphs(
        columns,
        entryText(it.unentered),
        'The next deployment needs aliases with the versions of the stack, the newest: docs/runbook.md#take-a-release-back.',
      ),
    ].join('\n\n'),
});

export const fix: Area = {
  name: 'fix',
  summary: 'Remedies of an incident, each with a question first',
  commands: [reserve, skip, resend, back],
};
