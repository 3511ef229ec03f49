import { changeSetNameOf, checkReason } from '../../lib/despite-alarm.ts';

/** Every command on a deployed stage that the CDK carries out. */
export const stageCommands = ['bootstrap', 'synth', 'diff', 'deploy', 'destroy'] as const;
export type StageCommand = (typeof stageCommands)[number];

export interface Surroundings {
  /** Runs an npm script of the project. @returns its exit code */
  readonly npmRun: (script: string, args: readonly string[]) => Promise<number>;
  /** Runs the CDK's command line. @returns its exit code */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  /** Whether the stage's stack was ever created whole. */
  readonly stands: (stage: string) => Promise<boolean>;
  readonly say: (line: string) => void;
}

/** Only the named stage is synthesised and bundled. */
const synthesising = (stage: string): readonly string[] => ['-c', `stage=${stage}`];

/** The options of a deployment that goes out during an alarm: docs/operations/deploying.md. */
const despite = (reason: string | null): readonly string[] =>
  reason === null ? [] : ['-c', `despite_alarm=${reason}`, '--change-set-name', changeSetNameOf(reason)];

/** All stacks of a stage: they stand in a CDK Stage of its name, which `--all` does not look into. */
const stacksOf = (stage: string): readonly string[] => [...synthesising(stage), `${stage}/*`];

/**
 * The first creation goes without protection, so that CloudFormation can take back what it made when it fails; the
 * deployment after it turns the protection on. docs/adr/0015-first-creation.md
 */
const deploy = async (
  { npmRun, cdk, stands, say }: Surroundings,
  stage: string,
  more: readonly string[],
  reason: string | null,
): Promise<number> => {
  const lacking = await npmRun('preflight', ['--stage', stage]);
  if (lacking !== 0) return lacking;
  if (!(await stands(stage))) {
    say(`${stage} is created without protection first; a second deployment turns the protection on`);
    const failed = await cdk(['deploy', ...stacksOf(stage), '-c', 'protection=off', ...more]);
    if (failed !== 0) return failed;
  }
  return cdk(['deploy', ...stacksOf(stage), ...despite(reason), ...more]);
};

/**
 * @param more for the CDK's command line, such as `--require-approval never`
 * @param despiteAlarm why a deployment goes out during an alarm; null: an alarm stops it
 * @returns the exit code
 * @throws Error for a reason that says nothing
 */
export const runCommand = (
  surroundings: Surroundings,
  command: StageCommand,
  stage: string,
  more: readonly string[],
  despiteAlarm: string | null = null,
): Promise<number> => {
  const reason = despiteAlarm === null ? null : checkReason(despiteAlarm);
  if (reason !== null && command !== 'deploy') throw new Error('--despite-alarm is for deploy alone');
  switch (command) {
    case 'deploy':
      return deploy(surroundings, stage, more, reason);
    case 'bootstrap':
      return surroundings.cdk([command, ...synthesising(stage), ...more]);
    case 'synth':
    case 'diff':
    case 'destroy':
      return surroundings.cdk([command, ...stacksOf(stage), ...more]);
  }
};
