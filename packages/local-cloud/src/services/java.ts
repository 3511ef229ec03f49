import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const oldestJava = 11;

/** The command of a Java runtime that DynamoDB Local supports. @throws Error with a message for people */
export const findJava = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const candidates = [
    ...(environment.JAVA_HOME === undefined ? [] : [join(environment.JAVA_HOME, 'bin', 'java')]),
    'java',
  ];
  const found: string[] = [];
  for (const candidate of candidates) {
    const version = await javaVersion(candidate, environment);
    if (version !== undefined && version >= oldestJava) return candidate;
    if (version !== undefined) found.push(`${candidate} is version ${version}`);
  }
  throw new Error(
    `DynamoDB Local needs a Java runtime, version ${oldestJava} or newer, and ${found.length > 0 ? found.join(', ') : 'there is none'}. ` +
      'Install one with `apt-get install -y default-jre-headless` (Debian, Ubuntu) or `brew install openjdk` (macOS), or set JAVA_HOME.',
  );
};

/** The major version; undefined when there is no such command. Java prints its version on standard error. */
const javaVersion = async (command: string, environment: NodeJS.ProcessEnv): Promise<number | undefined> => {
  try {
    const { stderr } = await promisify(execFile)(command, ['-version'], { env: environment });
    const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(stderr) ?? [];
    // Up to Java 8, the major version is the second number: 1.8.
    return Number(first === '1' ? second : first);
  } catch {
    return undefined;
  }
};
