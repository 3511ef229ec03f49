import { describe, expect, it } from '@jest/globals';
import { areas } from '../../operator/areas.ts';
import type { CommandDescription, CommandInput } from '../../operator/description.ts';
import { main } from '../../operator/main.ts';
import { createProgram } from '../../operator/program.ts';
import { commands } from '../../lambdas/operator/commands.ts';
import { recordedTerminal } from './recorded-terminal.ts';

const all = areas.flatMap((area) => area.commands);
const unreached = () => Promise.reject(new Error('help asks no stage'));

/** As a shell splits it, without what it is piped into. */
const wordsOf = (line: string): string[] =>
  [...(line.split(' | ')[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

describe('the command line', () => {
  it('offers every command of the operator function', () => {
    expect(all.map(({ name }) => name).toSorted()).toEqual([...commands.keys()].toSorted());
  });

  it('gives no command an option with the name of a global option, which would take its value', () => {
    const program = createProgram(areas, recordedTerminal(), () => Promise.resolve());
    const globals = program.options.map(({ long }) => long);
    const own = all.flatMap(({ options = [] }) => options.map(({ long }) => long));
    expect(globals).toContain('--state');
    expect(own.filter((long) => globals.includes(long))).toEqual([]);
  });

  it.each(all.map((description) => [description.name, description] as const))(
    'explains "%s" with examples that work as they stand',
    async (name, { examples }) => {
      const terminal = recordedTerminal();
      expect(await main([...name.split(' '), '--help'], areas, terminal, unreached)).toBe(0);
      expect(terminal.complained()).toBe('');
      expect(examples.length).toBeGreaterThan(0);
      for (const [line] of examples) {
        expect(terminal.printed()).toContain(`npm run -s operator -- ${line}`);
        const carried: [CommandDescription, CommandInput][] = [];
        const program = createProgram(areas, recordedTerminal(), (...called) => {
          carried.push(called);
          return Promise.resolve();
        });
        await program.parseAsync(wordsOf(line), { from: 'user' });
        expect(carried.map(([description]) => description.name)).toEqual([name]);
        const checked = commands.get(name)?.input.safeParse(ofFile(exampleInput(carried[0]?.[1] ?? {})));
        expect(checked).toMatchObject({ success: true });
      }
    },
  );

  it.each([
    [
      [],
      'a command is missing: one of status, doctor, platform-app, trace, limits, partners, keys, publishable-keys, members, webhook-secrets, events, dead-letters, fix, customers, instances, usage, stored, audit',
      'npm run -s operator -- --help',
    ],
    [['keys'], 'a command is missing: one of issue, rotate, list, revoke', 'npm run -s operator -- keys --help'],
    [['kyes', 'list'], "unknown command 'kyes' (Did you mean keys?)", 'npm run -s operator -- --help'],
    [['keys', 'isue'], "unknown command 'isue' (Did you mean issue?)", 'npm run -s operator -- keys --help'],
    [['keys', 'list'], "missing required argument 'partner-id'", 'npm run -s operator -- keys list --help'],
    [
      ['keys', 'issue', 'p'],
      "required option '--scopes <list>' not specified",
      'npm run -s operator -- keys issue --help',
    ],
    [
      ['keys', 'issue', 'p', '--scopes', 'customers.reed'],
      `option '--scopes <list>' argument 'customers.reed' is invalid. There is no scope "customers.reed".`,
      'npm run -s operator -- keys issue --help',
    ],
    [
      ['keys', 'issue', 'p', '--scopes', 'all', '--expires-in-days', 'ten'],
      "option '--expires-in-days <days>' argument 'ten' is invalid. It must be a whole number.",
      'npm run -s operator -- keys issue --help',
    ],
    [
      ['partners', 'list', '--stage', 'prod'],
      "option '--stage <stage>' argument 'prod' is invalid. Allowed choices are local, staging, production.",
      'npm run -s operator -- --help',
    ],
    [['partners', 'list', 'all'], "too many arguments for 'list'", 'npm run -s operator -- partners list --help'],
  ])('refuses %j, says why and where it is explained', async (argv, why, next) => {
    const terminal = recordedTerminal();
    expect(await main(argv, areas, terminal, unreached)).toBe(2);
    expect(terminal.printed()).toBe('');
    expect(terminal.complained()).toContain(`error: ${why}`);
    expect(terminal.complained()).toContain(next);
  });

  it('answers a program with one JSON document even when the words are wrong', async () => {
    const terminal = recordedTerminal();
    expect(await main(['keys', 'isue', '--json'], areas, terminal, unreached)).toBe(2);
    expect(JSON.parse(terminal.printed())).toMatchObject({ error: { code: 'usage' } });
  });
});

/** Examples name a partner, a customer, an event, an instance, a call or a message by a word. */
/** A command that reads a file sends its rows. */
const ofFile = ({ file, partner, ...input }: CommandInput): CommandInput =>
  file === undefined ? input : { partner_id: partner, customers: [{}] };

const exampleInput = (input: CommandInput): CommandInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      /^(PARTNER|CUSTOMER|EVENT|IMPORT|INSTANCE|REQUEST|MESSAGE)-ID$/.test(String(value))
        ? '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80'
        : value,
    ]),
  );
