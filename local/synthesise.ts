import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { StageTables } from '../lib/stage-tables.ts';

const root = path.join(import.meta.dirname, '..');
const sources = ['bin', 'lib', 'lambdas', 'package-lock.json', 'cdk.json'];
const keptMilliseconds = 7 * 86_400_000;

export interface SynthesisOptions {
  readonly stage: string;
  /** Which tables the stage has; left out: the first one. */
  readonly tables?: StageTables | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the app must be synthesised. */
  readonly begun?: (() => void) | undefined;
  /** Assemblies are kept here, each under the hash of its sources. */
  readonly cacheDirectory?: string;
}

const filesOf = async (entry: string): Promise<string[]> => {
  const file = path.join(root, entry);
  if (!(await stat(file)).isDirectory()) return [entry];
  const entries = await readdir(file, { recursive: true, withFileTypes: true });
  return entries.filter((one) => one.isFile()).map((one) => path.relative(root, path.join(one.parentPath, one.name)));
};

const hashOf = async (files: readonly string[], context: string): Promise<string> => {
  const hash = createHash('sha256').update(`${process.version}\n${context}\n`);
  for (const file of files.toSorted()) {
    hash.update(`${file}\n`);
    hash.update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 32);
};

const runApp = async (outputDirectory: string, context: string, signal: AbortSignal | undefined): Promise<void> => {
  const env = {
    ...process.env,
    CDK_OUTDIR: outputDirectory,
    CDK_CONTEXT_JSON: context,
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
  };
  try {
    const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024, signal };
    await promisify(execFile)(process.execPath, ['bin/swift-worker.ts'], options);
  } catch (error) {
    signal?.throwIfAborted();
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`the CDK app could not be synthesised:\n${said}`, { cause: error });
  }
};

const removeOld = async (directory: string, current: string): Promise<void> => {
  for (const name of await readdir(directory)) {
    const { mtimeMs } = await stat(path.join(directory, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (name === current || mtimeMs > Date.now() - keptMilliseconds) continue;
    await rm(path.join(directory, name), { recursive: true, force: true });
  }
};

/** Renames the finished directory. When another process was first, its directory is kept. */
const settle = async (made: string, place: string): Promise<void> => {
  try {
    await rename(made, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    await rm(made, { recursive: true, force: true });
  }
};

/**
 * The cloud assembly of the stage `local`. It is synthesised only after a change of its sources.
 * @returns its directory
 * @throws Error with the output of the CDK app
 */
export const synthesise = async ({
  stage,
  tables,
  signal,
  begun,
  cacheDirectory = path.join(root, 'node_modules/.cache/swift-worker/assembly'),
}: SynthesisOptions): Promise<string> => {
  const context = JSON.stringify({ stage, ...(tables !== undefined && { tables }) });
  const hash = await hashOf((await Promise.all(sources.map(filesOf))).flat(), context);
  const place = path.join(cacheDirectory, hash);
  if (existsSync(place)) return place;
  begun?.();
  await mkdir(cacheDirectory, { recursive: true });
  await removeOld(cacheDirectory, hash);
  const made = await mkdtemp(path.join(cacheDirectory, 'new-'));
  try {
    await runApp(made, context, signal);
    // The bundles are CommonJS, also when a package.json in a directory above says otherwise.
    await writeFile(path.join(made, 'package.json'), '{ "type": "commonjs" }\n');
    await settle(made, place);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
  return place;
};
