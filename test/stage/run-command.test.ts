import { describe, expect, test } from '@jest/globals';
import { runCommand, type StageCommand } from '../../scripts/stage/run-command.ts';

interface World {
  readonly stands?: boolean;
  /** Of the programs, in their order; 0 for the others. */
  readonly codes?: readonly number[];
  readonly despiteAlarm?: string;
  readonly assembly?: string;
}

const ran = async (
  command: StageCommand,
  more: readonly string[] = [],
  { stands = true, codes = [], despiteAlarm, assembly }: World = {},
) => {
  const lines: string[] = [];
  const next = (line: string): Promise<number> => Promise.resolve(codes[lines.push(line) - 1] ?? 0);
  const code = await runCommand(
    {
      npmRun: (script, args) => next(['npm run', script, ...args].join(' ')),
      cdk: (args) => next(['cdk', ...args].join(' ')),
      stands: () => Promise.resolve(stands),
      say: () => undefined,
    },
    command,
    'staging',
    more,
    { despiteAlarm: despiteAlarm ?? null, assembly: assembly ?? null },
  );
  return { code, lines };
};

describe('a deployment', () => {
  const protectedOne = 'cdk deploy -c stage=staging staging/*';
  const firstOne = 'cdk deploy -c stage=staging staging/* -c protection=off';
  const preflight = 'npm run preflight --stage staging';

  test('of a stage that stands begins with the preflight and keeps the protection on', async () => {
    expect(await ran('deploy')).toEqual({ code: 0, lines: [preflight, protectedOne] });
  });

  test('of a new stage creates it without protection, and turns it on', async () => {
    expect(await ran('deploy', [], { stands: false })).toEqual({ code: 0, lines: [preflight, firstOne, protectedOne] });
  });

  test('ends when the preflight finds what is missing', async () => {
    expect(await ran('deploy', [], { stands: false, codes: [1] })).toEqual({ code: 1, lines: [preflight] });
  });

  test('ends when the creation fails', async () => {
    expect(await ran('deploy', [], { stands: false, codes: [0, 3] })).toEqual({
      code: 3,
      lines: [preflight, firstOne],
    });
  });

  test('ends as its last step does', async () => {
    expect(await ran('deploy', [], { stands: false, codes: [0, 0, 4] })).toMatchObject({ code: 4 });
  });

  test('hands the options of the CDK to each of its steps', async () => {
    expect((await ran('deploy', ['--require-approval', 'never'], { stands: false })).lines).toEqual([
      preflight,
      `${firstOne} --require-approval never`,
      `${protectedOne} --require-approval never`,
    ]);
  });
});

describe('a deployment of an assembly', () => {
  const assembly = 'assembly/staging';

  test('hands the folder to the CDK in place of the app', async () => {
    expect((await ran('deploy', ['--quiet'], { assembly })).lines).toEqual([
      'npm run preflight --stage staging',
      'cdk deploy -c stage=staging staging/* --app assembly/staging --quiet',
    ]);
  });

  // Its template has the deletion protection on, with which a failed creation could not be rolled back.
  test('creates no stage', async () => {
    expect(await ran('deploy', [], { assembly, stands: false })).toEqual({
      code: 1,
      lines: ['npm run preflight --stage staging'],
    });
  });

  test('is no option of another command', async () => {
    await expect(ran('diff', [], { assembly })).rejects.toThrow('--assembly is for deploy alone');
  });
});

describe('a deployment during an alarm', () => {
  const despiteAlarm = 'INC-7: the fix of the refusals of keys';

  test('hands its reason to the template, and to the name of the change set that CloudTrail records', async () => {
    expect((await ran('deploy', ['--quiet'], { despiteAlarm })).lines.at(-1)).toBe(
      `cdk deploy -c stage=staging staging/* -c despite_alarm=${despiteAlarm} --change-set-name ` +
        'despite-alarm-INC-7-the-fix-of-the-refusals-of-keys --quiet',
    );
  });

  test('needs a reason that says something, in characters that a tag takes', async () => {
    for (const reason of ['', 'because', 'a "quoted" reason; and more', 'x'.repeat(201)]) {
      await expect(ran('deploy', [], { despiteAlarm: reason })).rejects.toThrow(
        'the reason to deploy despite an alarm',
      );
    }
  });

  test('is no option of another command', async () => {
    await expect(ran('destroy', [], { despiteAlarm })).rejects.toThrow('--despite-alarm is for deploy alone');
  });
});

test.each(['synth', 'diff', 'destroy'] as const)(
  '%s selects the stacks of the stage, and synthesises no other',
  async (command) => {
    expect(await ran(command, ['--quiet'])).toEqual({
      code: 0,
      lines: [`cdk ${command} -c stage=staging staging/* --quiet`],
    });
  },
);

test('bootstrap prepares where the stage stands', async () => {
  expect(await ran('bootstrap')).toEqual({ code: 0, lines: ['cdk bootstrap -c stage=staging'] });
});
