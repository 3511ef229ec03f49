import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cachedBuild } from './cached-build.ts';
import project from '../package.json' with { type: 'json' };
import type { AuditCopy } from '../lib/audit-copy.ts';
import type { StageTables } from '../lib/stage-tables.ts';

const root = path.join(import.meta.dirname, '..');
const ours = '@swift-worker/';
/** The functions import no other workspaces than those: a rule of .dependency-cruiser.mjs. */
const deployedWorkspaces = Object.keys(project.dependencies)
  .filter((name) => name.startsWith(ours))
  .map((name) => `packages/${name.slice(ours.length)}`);
const sources = ['bin', 'lib', 'lambdas', ...deployedWorkspaces, 'package-lock.json', 'cdk.json'];

export interface SynthesisOptions {
  readonly stage: string;
  /** Which tables the stage has; left out: the first one. */
  readonly tables?: StageTables | undefined;
  /** Left out: as the stage says. */
  readonly auditCopy?: AuditCopy | undefined;
  /** Left out: as the stage says. */
  readonly probe?: 'on' | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when the app must be synthesised. */
  readonly begun?: (() => void) | undefined;
  /** Assemblies are kept here, each under the hash of its sources. */
  readonly cacheDirectory?: string;
}

export interface AppRun {
  /** The directory of the project: of this one, or of another version. */
  readonly project: string;
  readonly outputDirectory: string;
  /** The context of the app, as JSON. */
  readonly context: string;
  readonly signal?: AbortSignal | undefined;
}

/** Synthesises the app of a project. @throws Error with the output of the CDK app */
export const runApp = async ({ project, outputDirectory, context, signal }: AppRun): Promise<void> => {
  const env = {
    ...process.env,
    CDK_OUTDIR: outputDirectory,
    CDK_CONTEXT_JSON: context,
    NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
  };
  try {
    const options = { cwd: project, env, maxBuffer: 64 * 1024 * 1024, signal };
    await promisify(execFile)(process.execPath, ['bin/swift-worker.ts'], options);
  } catch (error) {
    signal?.throwIfAborted();
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new Error(`the CDK app could not be synthesised:\n${said}`, { cause: error });
  }
  // The bundles are CommonJS, also when a package.json in a directory above says otherwise.
  await writeFile(path.join(outputDirectory, 'package.json'), '{ "type": "commonjs" }\n');
};

/**
 * The cloud assembly of the stage `local`. It is synthesised only after a change of its sources.
 * @returns its directory
 * @throws Error with the output of the CDK app
 */
export const synthesise = async ({
  stage,
  tables,
  auditCopy,
  probe,
  signal,
  begun,
  cacheDirectory = path.join(root, 'node_modules/.cache/swift-worker/assembly'),
}: SynthesisOptions): Promise<string> => {
  const context = JSON.stringify({ stage, ...(tables !== undefined && { tables }), audit_copy: auditCopy, probe });
  return cachedBuild({
    sources,
    context,
    cacheDirectory,
    begun,
    make: (directory) => runApp({ project: root, outputDirectory: directory, context, signal }),
  });
};
