import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { docsPath } from '../../lib/docs-site/paths.ts';
import { createBuiltSite, type BuiltSite } from '../built-site.ts';

const root = path.join(import.meta.dirname, '../..');
const sources = [
  'docs/partners',
  'docs/openapi.json',
  'docs/openapi-by-route.json',
  'docs/signatures',
  'docs/states.md',
  'packages/client',
  'packages/client-python/src',
  'packages/client-python/pyproject.toml',
  'packages/mcp',
  'listen',
  'tools/packages',
  'tools/site',
];
const others = [
  'tools/site.ts',
  'tools/openapi/errors.ts',
  'lambdas/kernel/errors.ts',
  'lambdas/kernel/look.ts',
  'lambdas/domain/webhook',
  'package-lock.json',
];

/** The documentation site. Its build takes some 10 seconds. */
export const createDocsSite = (): BuiltSite =>
  createBuiltSite({
    sources: () => Promise.resolve([...sources, ...others]),
    context: docsPath,
    cacheDirectory: path.join(root, 'node_modules/.cache/swift-worker/docs-site'),
    make: async (directory, signal) => {
      const program = ['tools/site.ts', '--base', docsPath, '--out', directory];
      await promisify(execFile)(process.execPath, program, { cwd: root, signal });
    },
  });
