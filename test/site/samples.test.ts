import path from 'node:path';
import { expect, it } from '@jest/globals';
import ts from 'typescript';
import { readSite } from '../../tools/site/pages.ts';
import { programsOf, snippetsIn } from '../docs/guide.ts';

const root = path.join(import.meta.dirname, '../..');
const client = path.join(root, 'packages/client/src');

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  paths: {
    '@swift-worker/client': [path.join(client, 'client.ts')],
    '@swift-worker/client/*': [path.join(client, '*.ts')],
  },
};

/** What the compiler says of programs, as `name: message`. */
const complaintsOf = (programs: ReadonlyMap<string, string>): readonly string[] => {
  const files = new Map([...programs].map(([name, text]) => [path.join(root, 'docs', `${name}.mts`), text]));
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (name) => files.has(name) || disk.fileExists(name),
    getSourceFile: (name, version) => {
      const text = files.get(name);
      return text === undefined ? disk.getSourceFile(name, version) : ts.createSourceFile(name, text, version);
    },
  };
  return ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host)).map(({ file, messageText }) => {
    const name = path.basename(file?.fileName ?? '', '.mts');
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
};

it('every TypeScript sample of the site compiles against the client', async () => {
  const { pages } = await readSite();
  const programs = new Map(
    [...pages].flatMap(([file, text]) =>
      programsOf(snippetsIn(text)).map((program, index): [string, string] => [
        `${file.replaceAll('/', '-').replace('.md', '')}-${index}`,
        `${program}\nexport {};\n`,
      ]),
    ),
  );
  expect(programs.size).toBeGreaterThan(40);
  expect(complaintsOf(programs)).toEqual([]);
});

it('a sample that is wrong is found', () => {
  const wrong = `import { createClient } from '@swift-worker/client';
    await createClient({ apiUrl: '', apikey: '', token: '' }).call('get-partner-customer', { customer: '' });
    export {};`;
  expect(complaintsOf(new Map([['wrong', wrong]]))).toEqual([
    expect.stringContaining('wrong: Object literal may only'),
  ]);
});
