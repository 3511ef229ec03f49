import { changeSetNameOf, checkReason } from '../../lib/despite-alarm.ts';

/** The commands for a deployed stage that the CDK carries out. */
export const stageCommands = ['bootstrap', 'synth', 'diff', 'deploy', 'destroy'] as const;
export type StageCommand = (typeof stageCommands)[number];

export interface Surroundings {
  /** Runs an npm script of the project. @returns its exit code */
  readonly npmRun: (script: string, args: readonly string[]) => Promise<number>;
  /** Runs the CDK's command line. @returns its exit code */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  /** Whether the stage's stack was ever created completely. */
  readonly stands: (stage: string) => Promise<boolean>;
  readonly say: (line: string) => void;
}

/** Only the named stage is synthesised and bundled. */
const synthesising = (stage: string): readonly string[] => ['-c', `stage=${stage}`];

/** The options of a deployment that goes out during an alarm: docs/operations/deploying.md. */
const despite = (reason: string | null): readonly string[] =>
  reason === null ? [] : ['-c', `despite_alarm=${reason}`, '--change-set-name', changeSetNameOf(reason)];

/** How a deployment differs from one of the working tree. */
interface Deployment {
  /** Why it goes out during an alarm; null: an alarm stops it. */
  readonly despiteAlarm: string | null;
  /** The folder with the synthesised stage; null: the stage is synthesised from the working tree. */
  readonly assembly: string | null;
}

/** The CDK takes the folder in place of the app. It was synthesised with the reason of a deployment during an alarm. */
const from = (assembly: string | null): readonly string[] => (assembly === null ? [] : ['--app', assembly]);

/** All stacks of a stage. They are in a CDK Stage of its name, which `--all` does not include. */
const stacksOf = (stage: string): readonly string[] => [...synthesising(stage), `${stage}/*`];

/**
 * The first creation is without deletion protection, so that CloudFormation can roll it back when it fails. A second
 * deployment turns the protection on. See docs/adr/0015-first-creation.md.
 */
const deploy = async (
  { npmRun, cdk, stands, say }: Surroundings,
  stage: string,
  more: readonly string[],
  { despiteAlarm, assembly }: Deployment,
): Promise<number> => {
  const lacking = await npmRun('preflight', ['--stage', stage]);
  if (lacking !== 0) return lacking;
  if (!(await stands(stage))) {
    if (assembly !== null) {
      say(
        `${stage} does not exist yet. Create it without --assembly first: an assembly has the deletion protection on.`,
      );
      return 1;
    }
    say(`${stage} is created without protection first; a second deployment turns the protection on`);
    const failed = await cdk(['deploy', ...stacksOf(stage), '-c', 'protection=off', ...more]);
    if (failed !== 0) return failed;
  }
  return cdk(['deploy', ...stacksOf(stage), ...despite(despiteAlarm), ...from(assembly), ...more]);
};

/**
 * @param more further arguments of the CDK, such as `--require-approval never`
 * @returns the exit code
 * @throws Error for a reason that says nothing
 */
export const runCommand = (
  surroundings: Surroundings,
  command: StageCommand,
  stage: string,
  more: readonly string[],
  deployment: Deployment,
): Promise<number> => {
  const { assembly } = deployment;
  const despiteAlarm = deployment.despiteAlarm === null ? null : checkReason(deployment.despiteAlarm);
  if (despiteAlarm !== null && command !== 'deploy') throw new Error('--despite-alarm is for deploy alone');
  if (assembly !== null && command !== 'deploy') throw new Error('--assembly is for deploy alone');
  switch (command) {
    case 'deploy':
      return deploy(surroundings, stage, more, { despiteAlarm, assembly });
    case 'bootstrap':
      return surroundings.cdk([command, ...synthesising(stage), ...more]);
    case 'synth':
    case 'diff':
    case 'destroy':
      return surroundings.cdk([command, ...stacksOf(stage), ...more]);
  }
};
