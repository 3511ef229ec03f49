import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packClient } from './pack-client.ts';
import { listenProgram, mcpProgram, packProgram } from './pack-program.ts';
import { packWheel } from './wheel.ts';

/**
 * Packs what partners install: both clients, `listen`, and the server for agents. Each works without a checkout of this
 * project.
 * @param target an empty folder, or none
 * @returns the names of the files
 */
export const packAll = async (target: string): Promise<readonly string[]> => {
  await mkdir(target, { recursive: true });
  const work = await mkdtemp(path.join(tmpdir(), 'packages-'));
  try {
    const folderOf = (name: string): string => path.join(work, name);
    const built = [
      { folder: folderOf('client'), ...(await packClient(folderOf('client'))) },
      {
        folder: folderOf('listen'),
        ...(await packProgram(folderOf('listen'), listenProgram)),
      },
      {
        folder: folderOf('mcp'),
        ...(await packProgram(folderOf('mcp'), mcpProgram)),
      },
    ];
    for (const { folder, name } of built) await copyFile(path.join(folder, name), path.join(target, name));
    return [...built.map(({ name }) => name), await packWheel(target)];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
