import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..', '..');

/** Loaded before the app: a machine without a network. */
const noNetwork = `data:text/javascript,${encodeURIComponent(`
  import net from 'node:net';
  net.Socket.prototype.connect = () => { throw new Error('no network here'); };
`)}`;

interface Run {
  readonly code: number;
  readonly stderr: string;
}

/** Node.js on a machine without an account, a region, a network, a Docker or a shell. */
const runNode = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Run> => {
  try {
    const { stderr } = await promisify(execFile)(process.execPath, ['--import', noNetwork, ...args], {
      cwd: root,
      env: { PATH: path.dirname(process.execPath), HOME: tmpdir(), ...environment },
    });
    return { code: 0, stderr };
  } catch (error) {
    return z.object({ code: z.number(), stderr: z.string() }).parse(error);
  }
};

const synthesise = (outdir: string, context: Readonly<Record<string, unknown>>): Promise<Run> =>
  runNode(['bin/swift-worker.ts'], { CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify(context) });

const Functions = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.object({
        Code: z.object({ S3Key: z.string() }).optional(),
        Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional(),
      }),
    }),
  ),
});

describe('the synthesis without account, region, network and Docker', () => {
  let outdir: string;
  let run: Run;

  beforeAll(async () => {
    outdir = mkdtempSync(path.join(tmpdir(), 'synthesis-'));
    run = await synthesise(outdir, {});
  });

  afterAll(() => {
    rmSync(outdir, { recursive: true, force: true });
  });

  const functionsOf = (stage: string) => {
    const directory = path.join(outdir, `assembly-${stage}`);
    const file = readdirSync(directory).find((name) => name.endsWith('.template.json'));
    if (file === undefined) throw new Error(`no template in ${directory}`);
    const { Resources } = Functions.parse(JSON.parse(readFileSync(path.join(directory, file), 'utf8')));
    return Object.entries(Resources).flatMap(
      ([
        logicalId,
        {
          Type,
          Properties: { Code, Environment },
        },
      ]) =>
        Type === 'AWS::Lambda::Function' && Code !== undefined
          ? [
              {
                logicalId,
                bundle: path.join(outdir, `asset.${path.basename(Code.S3Key, '.zip')}`),
                variables: Environment?.Variables ?? {},
              },
            ]
          : [],
    );
  };

  test('succeeds, and says no more than what it bundles', () => {
    expect(run.code).toBe(0);
    expect(run.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('Bundling asset '))).toEqual([]);
  });

  test('makes every stage', () => {
    const stages = readdirSync(outdir).filter((name) => name.startsWith('assembly-'));
    expect(stages.toSorted()).toEqual(['assembly-local', 'assembly-production', 'assembly-staging']);
  });

  test('bundles each function once for all stages', () => {
    const bundles = readdirSync(outdir).filter((name) => name.startsWith('asset.'));
    expect(bundles).toHaveLength(functionsOf('production').length);
    const expected = functionsOf('production').map(({ bundle }) => bundle);
    expect(functionsOf('staging').map(({ bundle }) => bundle)).toEqual(expected);
    expect(functionsOf('local').map(({ bundle }) => bundle)).toEqual(expected);
  });

  test('makes each bundle of code that needs nothing but Node.js', () => {
    for (const { bundle } of functionsOf('production')) {
      const files = readdirSync(bundle).filter((name) => name.endsWith('.js'));
      expect(files).toContain('index.js');
      const code = files.map((name) => readFileSync(path.join(bundle, name), 'utf8')).join('\n');
      const needed = Array.from(code.matchAll(/\brequire\("([^"]+)"\)/g), ([, name = '']) => name).filter(
        (name) => !files.includes(name.replace(/^\.\//, '')),
      );
      // Of signatures for several regions at once, which the SDK asks for when such a resource is called.
      const neverReached = '@aws-sdk/signature-v4-crt';
      expect(needed.filter((name) => !isBuiltin(name) && name !== neverReached)).toEqual([]);
    }
  });

  test('gives each function the variables that it starts with', async () => {
    const environmentOf = (variables: Readonly<Record<string, unknown>>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(variables).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : 'https://known-once-deployed.example',
        ]),
      );
    for (const { bundle, variables } of functionsOf('production')) {
      const load = `process.exit(typeof require(${JSON.stringify(bundle)}).handler === 'function' ? 0 : 3)`;
      const environment = { ...environmentOf(variables), AWS_REGION: 'eu-west-1' };
      expect(await runNode(['-e', load], environment)).toEqual({ code: 0, stderr: '' });
    }
  });
});

describe('the choice of stages', () => {
  const within = async (use: (outdir: string) => Promise<void>): Promise<void> => {
    const outdir = mkdtempSync(path.join(tmpdir(), 'synthesis-'));
    try {
      await use(outdir);
    } finally {
      rmSync(outdir, { recursive: true, force: true });
    }
  };

  test('can be one alone', () =>
    within(async (outdir) => {
      expect(await synthesise(outdir, { stage: 'local', 'aws:cdk:bundling-stacks': [] })).toMatchObject({ code: 0 });
      expect(readdirSync(outdir).filter((name) => name.startsWith('assembly-'))).toEqual(['assembly-local']);
    }));

  test('cannot be one that there is not', () =>
    within(async (outdir) => {
      const { code, stderr } = await synthesise(outdir, { stage: 'produktion' });
      expect(code).not.toBe(0);
      expect(stderr).toContain('no stage "produktion"; there are local, staging, production');
    }));
});

test('the machine of these tests has no network', async () => {
  const { code, stderr } = await runNode(['-e', "require('node:https').get('https://aws.amazon.com')"]);
  expect(code).not.toBe(0);
  expect(stderr).toContain('no network here');
});
