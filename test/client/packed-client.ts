import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { npm } from '../../tools/packages/npm.ts';
import { packClient } from '../../tools/packages/pack-client.ts';

const root = path.join(import.meta.dirname, '../..');
const source = path.join(root, 'packages/client');

export interface PackedClient {
  /** The path of the tarball. */
  readonly file: string;
  /** The files in it. */
  readonly files: readonly string[];
}

/** Builds the package in that folder and packs it. */
export const packedClient = async (folder: string): Promise<PackedClient> => {
  const { name, files } = await packClient(folder);
  return { file: path.join(folder, name), files };
};

/** Installs the tarball in an empty folder, without a registry. */
export const installClient = async (folder: string, { file }: PackedClient): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "name": "partner", "private": true, "type": "module" }\n');
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', file);
};

/** The version of the package, and the newest one of its changes. */
export const versionsOfClient = async (): Promise<readonly [string, string | undefined]> => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')));
  const changes = await readFile(path.join(source, 'CHANGELOG.md'), 'utf8');
  return [version, /^## (\d+\.\d+\.\d+)/m.exec(changes)?.[1]];
};
