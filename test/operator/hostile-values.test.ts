import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { areas } from '../../operator/areas.ts';
import { Failure } from '../../operator/failure.ts';
import { main } from '../../operator/main.ts';
import type { Stage } from '../../operator/stage.ts';
import { recordedTerminal } from './recorded-terminal.ts';
import type { StageCloud } from '../../operator/stage-cloud.ts';
import { noCloud } from './no-cloud.ts';

/** Writes the clipboard, clears the screen, forges a line, and turns the order of letters. */
const hostile = '\u001b]52;c;ZXZpbA==\u0007\u009b2J\r\n\u001b[8mnext: x\u202egnp\u2066\u007f';
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066]/;

type Place = readonly (string | number)[];
type Node = Record<string | number, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const put = (value: Node, [step = '', ...rest]: Place, what: unknown): void => {
  const inner = value[step];
  if (rest.length === 0) value[step] = what;
  else if (isNode(inner)) put(inner, rest, what);
};

const issueForm = z.looseObject({
  code: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  expected: z.string().optional(),
  values: z.array(z.unknown()).optional(),
  errors: z.array(z.array(z.unknown())).optional(),
  options: z.array(z.string()).optional(),
});

/** Values that end pages and long work. */
const ending: Readonly<Record<string, unknown>> = { cursor: null, left: 0 };

const made: Readonly<Record<string, () => unknown>> = {
  string: () => hostile,
  number: () => 3,
  int: () => 3,
  boolean: () => false,
  object: () => ({}),
  array: () => [undefined],
  record: () => ({ [hostile]: hostile }),
};

/** Puts into the value what its schema misses. */
const repair = (value: Node, issues: readonly unknown[], under: Place = []): void => {
  for (const it of issues) {
    const { code, path: inner, expected = '', values = [], errors = [], options = [] } = issueForm.parse(it);
    const place = [...under, ...inner];
    const name = place.at(-1) ?? '';
    const choice = errors.find((option) => option.length > 0);
    if (name in ending) put(value, place, ending[name]);
    else if (code === 'invalid_value') put(value, place, values.at(-1));
    else if (options.length > 1) put(value, place, options[1]);
    else if (choice !== undefined) repair(value, choice, place);
    else put(value, place, made[expected]?.() ?? hostile);
  }
};

const hostileCloud: StageCloud = {
  ...noCloud,
  alarms: () => Promise.resolve([{ name: hostile, severity: 'page', what: hostile, section: hostile, since: hostile }]),
  queues: () => Promise.resolve([{ name: hostile, waiting: 1, inFlight: 0, oldest: 2_000 }]),
  releases: () => Promise.resolve([{ function: hostile, version: '2', next: null }]),
  versions: () => Promise.resolve([1, 2].map((number) => ({ number, table: hostile, maintenance: false }))),
};

/** A stage that answers what the command reads, with hostile texts wherever there is a text. */
const hostileStage = () => {
  const answers = new Map<string, Node>();
  let latest: Node = {};
  const stage: Stage = {
    run: (command) => {
      latest = answers.get(command) ?? {};
      answers.set(command, latest);
      return Promise.resolve(structuredClone(latest));
    },
    cloud: hostileCloud,
    logs: {
      find: () => Promise.resolve([{ at: '2026-07-14T10:00:00.000Z', fields: { calls_limited: 1, route: hostile } }]),
    },
  };
  return {
    stage,
    repair: (error: z.ZodError) => {
      repair(latest, error.issues);
    },
  };
};

const run = async (argv: readonly string[], { stage, repair: mend } = hostileStage()) => {
  let last: unknown = null;
  for (let attempts = 0; attempts < 60; attempts += 1) {
    const terminal = recordedTerminal(['yes', 'yes']);
    try {
      const code = await main(argv, areas, terminal, () => Promise.resolve(stage));
      return { code, terminal, text: [terminal.printed(), terminal.complained(), ...terminal.asked].join('\n') };
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      last = error.issues;
      mend(error);
    }
  }
  throw new Error(`no answer pleases ${argv.join(' ')}: ${JSON.stringify(last)}`);
};

const folder = mkdtempSync(path.join(tmpdir(), 'hostile-'));
const file = path.join(folder, 'customers.csv');
beforeAll(() => {
  writeFileSync(file, 'external_customer_id,customer_name\n1,Anna\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Every command by its first example, as a shell splits it. */
const calls = areas
  .flatMap(({ commands }) => commands)
  .map(({ name, examples: [[line] = ['']] }) => {
    const words = [...(line.split(' | ')[0] ?? '').matchAll(/"([^"]*)"|(\S+)/g)];
    const argv = words.map(([, quoted, bare]) => quoted ?? bare ?? '').filter((word) => word !== '--json');
    return [name, argv.map((word) => (word === 'customers.csv' ? file : word))] as const;
  });

describe('hostile texts of the service', () => {
  it.each(calls)('are shown by "%s", and not obeyed', async (_, argv) => {
    const { text } = await run(argv);
    expect(text).not.toMatch(control);
    expect(text).not.toMatch(/^\s*(␛\[8m)?next: x/m);
  });

  it('are among what is printed', async () => {
    const { text } = await run(['customers', 'find', 'PARTNER-ID', '--search', 'a']);
    expect(text).toContain('␛]52;c;ZXZpbA==␇\\u009b2J␍␊␛[8mnext: x\\u202egnp');
  });

  it('are the same in JSON', async () => {
    const answering = hostileStage();
    await run(['customers', 'find', 'PARTNER-ID'], answering);
    const { terminal } = await run(['customers', 'find', 'PARTNER-ID', '--json'], answering);
    expect(terminal.printed()).not.toMatch(control);
    expect(JSON.parse(terminal.printed())).toMatchObject({ customers: [{ customer_phone: hostile }] });
  });

  it.each([
    ['a refusal', 'refused'],
    ['a failure', 'unreachable'],
  ] as const)('are shown by %s', async (_, kind) => {
    const terminal = recordedTerminal();
    const stage: Stage = {
      run: () => Promise.reject(new Failure(kind, hostile, hostile, { next: hostile })),
      logs: { find: () => Promise.resolve([]) },
      cloud: noCloud,
    };
    await main(['partners', 'list'], areas, terminal, () => Promise.resolve(stage));
    expect(terminal.complained()).toMatch(/^error: ␛]52/);
    expect(terminal.complained()).not.toMatch(control);
  });

  it('of a file are shown by the refusal of the file', async () => {
    writeFileSync(file, 'external_customer_id,customer_name,"\u001b]0;x\u0007\u009b"\n1,Anna,2\n');
    const { code, text } = await run(['customers', 'import', file, '--partner', 'PARTNER-ID']);
    expect([code, text]).toEqual([2, expect.stringContaining('␛]0;x␇')]);
    expect(text).not.toMatch(control);
  });
});
