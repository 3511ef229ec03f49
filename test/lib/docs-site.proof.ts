import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { App, Stack } from 'aws-cdk-lib/core';
import { docsBuild } from '../../lib/docs-site/build.ts';
import { filesIn } from '../../tools/harness/files-in.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'docs-site-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a stage deploys below `/docs/`. */
const synthesised = (): string => {
  const app = new App({ outdir: path.join(folder, 'synthesised') });
  const stack = new Stack(app, 'Docs');
  docsBuild().bind(stack, { handlerRole: new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda') }) });
  const { directory } = app.synth();
  const [asset] = readdirSync(directory).filter((name) => existsSync(path.join(directory, name, 'index.html')));
  return path.join(directory, asset ?? '');
};

test('a stage deploys the documentation with its packages, and the same files at each synthesis without a change', async () => {
  const deployed = await filesIn(synthesised());
  const names = Array.from(deployed.keys());
  expect(names).toEqual(expect.arrayContaining(['index.html', 'quickstart.html', 'llms.txt', 'openapi.json']));
  const packages = [/packages\/swift-worker-client-.*\.tgz/, /packages\/swift_worker_client-.*\.whl/];
  for (const name of packages) expect(names).toContainEqual(expect.stringMatching(name));
  // Of these, browsers keep what they have.
  const assets = names.filter((name) => name.startsWith('assets/') && /\.(js|css)$/.test(name));
  expect(assets.filter((name) => !/[.-][\w-]{8,}(\.lean)?\.(js|css)$/.test(name))).toEqual([]);

  const other = path.join(folder, 'other');
  await promisify(execFile)(process.execPath, ['tools/site.ts', '--base', '/docs/', '--out', other], { cwd: root });
  const again = await filesIn(other);
  expect(Array.from(again.keys())).toEqual(names);
  expect(names.filter((name) => again.get(name) !== deployed.get(name))).toEqual([]);
});
