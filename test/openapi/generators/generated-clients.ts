import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../../../tools/packages/npm.ts';
import { snippetsOf } from '../../docs/guide.ts';
import { csharpStandIns, goOfOapiCodegen, goOfOpenApiGenerator, java, python, typescript } from './programs.ts';
import { tried } from './tried.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../../..');

/** A client that a tool makes of the description by route, in a folder of its own that has `openapi-by-route.json`. */
export interface GeneratedClient {
  readonly name: string;
  /** The commands that must be there. */
  readonly needs: readonly (readonly [command: string, ...args: string[]])[];
  /** Generates and compiles the client and the program. @returns the command that runs the program; null: there is none */
  readonly make: (folder: string) => Promise<readonly [command: string, ...args: string[]] | null>;
}

/** Commands may print more than Node.js keeps by default. */
const inFolder =
  (folder: string) =>
  (command: string, ...args: string[]) =>
    run(command, args, { cwd: folder, maxBuffer: 2 ** 26 });

/** Runs the command of the page for partners that begins so. */
const asThePageSays = async (folder: string, begin: string): Promise<void> => {
  const found = snippetsOf('partners/generated-clients.md').find(({ text }) => text.startsWith(begin));
  if (found === undefined) throw new Error(`the page has no ${begin}`);
  await inFolder(folder)('sh', '-c', found.text);
};

/** Of npm, so that it is tried everywhere. */
const openApiTypescript: GeneratedClient = {
  name: `TypeScript: openapi-typescript ${tried.openApiTypescript} with openapi-fetch ${tried.openApiFetch}`,
  needs: [],
  make: async (folder) => {
    const exec = inFolder(folder);
    await writeFile(path.join(folder, 'package.json'), '{ "name": "partner", "private": true, "type": "module" }\n');
    const packages = [
      `openapi-typescript@${tried.openApiTypescript}`,
      `openapi-fetch@${tried.openApiFetch}`,
      `typescript@${tried.typescript}`,
      '@types/node@24.19.2',
    ];
    await npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packages);
    const bin = (file: string): string => path.join('node_modules', file);
    await asThePageSays(folder, 'npx openapi-typescript ');
    await writeFile(path.join(folder, 'program.ts'), typescript);
    const kind = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--module', 'nodenext'];
    const how = ['--noEmit', '--target', 'es2022', '--allowImportingTsExtensions', 'program.ts'];
    await exec(process.execPath, bin('typescript/bin/tsc'), ...kind, ...how);
    return [process.execPath, 'program.ts'];
  },
};

const openApiPythonClient: GeneratedClient = {
  name: 'Python: openapi-python-client',
  needs: [
    ['openapi-python-client', '--version'],
    ['mypy', '--version'],
    ['python3', '-c', 'import httpx, attrs'],
  ],
  make: async (folder) => {
    await asThePageSays(folder, 'openapi-python-client ');
    await writeFile(path.join(folder, 'client/program.py'), python);
    await inFolder(path.join(folder, 'client'))('mypy', '--strict', 'program.py', 'swift_worker_client');
    return ['python3', path.join(folder, 'client/program.py')];
  },
};

const buildGo = async (folder: string, program: string): Promise<readonly [string]> => {
  const exec = inFolder(folder);
  await writeFile(path.join(folder, 'main.go'), program);
  await exec('go', 'mod', 'init', 'example.com/partner');
  await exec('go', 'mod', 'tidy');
  await exec('go', 'vet', './...');
  await exec('go', 'build', '-o', 'program', '.');
  return [path.join(folder, 'program')];
};

const oapiCodegen: GeneratedClient = {
  name: 'Go: oapi-codegen',
  needs: [
    ['oapi-codegen', '--version'],
    ['go', 'version'],
  ],
  make: async (folder) => {
    await mkdir(path.join(folder, 'client'));
    await asThePageSays(folder, 'oapi-codegen ');
    return buildGo(folder, goOfOapiCodegen);
  },
};

const generator = ['openapi-generator-cli', 'version'] as const;

const openApiGeneratorGo: GeneratedClient = {
  name: 'Go: openapi-generator',
  needs: [generator, ['go', 'version']],
  make: async (folder) => {
    await asThePageSays(folder, 'openapi-generator-cli generate -g go ');
    return buildGo(folder, goOfOpenApiGenerator);
  },
};

const openApiGeneratorJava: GeneratedClient = {
  name: 'Java: openapi-generator',
  needs: [generator, ['mvn', '--version'], ['javac', '--version']],
  make: async (folder) => {
    await asThePageSays(folder, 'openapi-generator-cli generate -g java ');
    await asThePageSays(folder, "grep -rl 'swift-worker#'");
    const client = path.join(folder, 'client');
    await mkdir(path.join(client, 'src/main/java/partner'), { recursive: true });
    await writeFile(path.join(client, 'src/main/java/partner/Program.java'), java);
    const exec = inFolder(client);
    await exec('mvn', '-q', '-B', 'compile');
    await exec('mvn', '-q', '-B', 'dependency:build-classpath', '-Dmdep.outputFile=classpath');
    const others = await readFile(path.join(client, 'classpath'), 'utf8');
    return ['java', '-cp', `${path.join(client, 'target/classes')}:${others}`, 'partner.Program'];
  },
};

/** Of Debian's packages mono-mcs and libnewtonsoft-json5.0-cil, which is older than what the client asks for. */
const newtonsoft = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';

const openApiGeneratorCSharp: GeneratedClient = {
  name: 'C#: openapi-generator',
  needs: [generator, ['mcs', '--version'], ['ls', newtonsoft]],
  make: async (folder) => {
    await asThePageSays(folder, 'openapi-generator-cli generate -g csharp ');
    await writeFile(path.join(folder, 'stand-ins.cs'), csharpStandIns);
    const under = await readdir(path.join(folder, 'client/src/Org.OpenAPITools'), { recursive: true });
    const files = under
      .filter((file) => file.endsWith('.cs'))
      .map((file) => path.join(folder, 'client/src/Org.OpenAPITools', file));
    for (const file of files) {
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replaceAll(/NamingStrategy = new CamelCaseNamingStrategy\s*\{[^}]*\}/g, ''));
    }
    const system = ['ComponentModel.DataAnnotations', 'Runtime.Serialization', 'Net.Http', 'Web'];
    const references = [newtonsoft, ...system.map((name) => `System.${name}.dll`)].map((one) => `-r:${one}`);
    await inFolder(folder)(
      'mcs',
      '-langversion:latest',
      '-target:library',
      '-out:client.dll',
      ...references,
      'stand-ins.cs',
      ...files,
    );
    return null;
  },
};

export const generatedClients: readonly GeneratedClient[] = [
  openApiTypescript,
  openApiPythonClient,
  oapiCodegen,
  openApiGeneratorGo,
  openApiGeneratorJava,
  openApiGeneratorCSharp,
];

/** Lays the description into a new folder. */
export const layDescription = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await cp(path.join(root, 'docs/openapi-by-route.json'), path.join(folder, 'openapi-by-route.json'));
};
