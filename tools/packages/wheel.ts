import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { parse } from 'smol-toml';
import { z } from 'zod';

const source = path.join(import.meta.dirname, '../../packages/client-python');

const Project = z.object({
  project: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    license: z.string(),
    'requires-python': z.string(),
    dependencies: z.array(z.string()),
    classifiers: z.array(z.string()),
  }),
});
type Project = z.output<typeof Project>['project'];

/** https://packaging.python.org/en/latest/specifications/core-metadata/ */
const metadata = (project: Project, readme: string): string =>
  [
    'Metadata-Version: 2.4',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    `License-Expression: ${project.license}`,
    ...project.classifiers.map((classifier) => `Classifier: ${classifier}`),
    `Requires-Python: ${project['requires-python']}`,
    ...project.dependencies.map((dependency) => `Requires-Dist: ${dependency}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');

const wheelFacts = 'Wheel-Version: 1.0\nGenerator: swift-worker\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** https://packaging.python.org/en/latest/specifications/recording-installed-packages/#the-record-file */
const recordOf = (files: Readonly<Record<string, Uint8Array>>, own: string): string => {
  const lines = Object.entries(files).map(([name, content]) => {
    const hash = createHash('sha256').update(content).digest('base64url');
    return `${name},sha256=${hash},${String(content.length)}\n`;
  });
  return `${lines.join('')}${own},,\n`;
};

const sourcesOf = async (): Promise<Record<string, Uint8Array>> => {
  const folder = path.join(source, 'src');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  const files: Record<string, Uint8Array> = {};
  // Sorted: a folder has its files in any order.
  for (const name of names.toSorted()) files[name] = await readFile(path.join(folder, name));
  return files;
};

/**
 * Packs the client for Python as a wheel, without Python. It is the same, byte for byte, for the same sources.
 * https://packaging.python.org/en/latest/specifications/binary-distribution-format/
 * @returns the name of the file
 */
export const packWheel = async (folder: string): Promise<string> => {
  const { project } = Project.parse(parse(await readFile(path.join(source, 'pyproject.toml'), 'utf8')));
  const release = `${project.name.replaceAll('-', '_')}-${project.version}`;
  const files = await sourcesOf();
  const facts = `${release}.dist-info`;
  files[`${facts}/METADATA`] = strToU8(metadata(project, await readFile(path.join(source, 'README.md'), 'utf8')));
  files[`${facts}/WHEEL`] = strToU8(wheelFacts);
  files[`${facts}/RECORD`] = strToU8(recordOf(files, `${facts}/RECORD`));
  const name = `${release}-py3-none-any.whl`;
  // The earliest time that a zip file can have.
  await writeFile(path.join(folder, name), zipSync(files, { mtime: new Date(1980, 0, 1) }));
  return name;
};
