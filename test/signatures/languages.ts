import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const samples = path.join(import.meta.dirname, '../../docs/signatures');
const drivers = path.join(import.meta.dirname, 'drivers');

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** A language with a sample. */
export interface Language {
  readonly name: string;
  /** Each of them prints its version when the language can run here. */
  readonly needs: readonly Program[];
  /** Builds the sample with its driver in that folder. */
  readonly build: (folder: string) => Promise<Program>;
}

const copied = (folder: string, ...files: readonly (readonly [from: string, to: string])[]): void => {
  for (const [from, to] of files) {
    mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
    copyFileSync(from, path.join(folder, to));
  }
};

/** An interpreter, which needs the sample beside its driver. */
const interpreted = (name: string, command: string, ending: string): Language => ({
  name,
  needs: [{ command, args: ['--version'] }],
  build: (folder) => {
    copied(
      folder,
      [path.join(samples, `verify.${ending}`), `verify.${ending}`],
      [path.join(drivers, `driver.${ending}`), `driver.${ending}`],
    );
    return Promise.resolve({ command, args: [path.join(folder, `driver.${ending}`)] });
  },
});

const buildJava = async (folder: string): Promise<Program> => {
  const sources = [path.join(samples, 'Verify.java'), path.join(drivers, 'Driver.java')];
  await run('javac', ['-encoding', 'UTF-8', '-d', folder, ...sources]);
  return { command: 'java', args: ['-cp', folder, 'Driver'] };
};

const buildGo = async (folder: string): Promise<Program> => {
  copied(
    folder,
    [path.join(samples, 'verify.go'), 'signature/verify.go'],
    [path.join(drivers, 'driver.go'), 'driver.go'],
  );
  writeFileSync(path.join(folder, 'go.mod'), 'module driver\n\ngo 1.18\n');
  await run('go', ['build', '-o', 'driver', '.'], { cwd: folder, env: { ...process.env, GOTOOLCHAIN: 'local' } });
  return { command: path.join(folder, 'driver'), args: [] };
};

const buildCSharp = async (folder: string): Promise<Program> => {
  const file = path.join(folder, 'driver.exe');
  await run('mcs', [`-out:${file}`, path.join(samples, 'Verify.cs'), path.join(drivers, 'Driver.cs')]);
  return { command: 'mono', args: [file] };
};

const version = (command: string, argument = '--version'): Program => ({ command, args: [argument] });

export const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    needs: [],
    build: () => Promise.resolve({ command: process.execPath, args: [path.join(drivers, 'driver.ts')] }),
  },
  interpreted('Python', 'python3', 'py'),
  interpreted('PHP', 'php', 'php'),
  interpreted('Ruby', 'ruby', 'rb'),
  { name: 'Java', needs: [version('javac'), version('java')], build: buildJava },
  { name: 'Go', needs: [version('go', 'version')], build: buildGo },
  { name: 'C#', needs: [version('mcs'), version('mono')], build: buildCSharp },
];

/** Whether the commands of a language are on this machine. */
export const isInstalled = async ({ needs }: Language): Promise<boolean> => {
  const tries = needs.map(({ command, args }) => run(command, [...args]));
  return (await Promise.allSettled(tries)).every(({ status }) => status === 'fulfilled');
};
