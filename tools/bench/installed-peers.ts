import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = path.join(import.meta.dirname, 'peers');
const lock = path.join(folder, 'package-lock.json');
/** npm writes it at the end of an installation. */
const installed = path.join(folder, 'node_modules/.package-lock.json');

/** Installs what the peers are made of: only the bench needs these packages, so only it installs them, when it first runs. */
const installPeers = (): void => {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 2, 2] });
};

/** Loads a file of the peers. They are not part of this project, so what they export has no type. */
export const loadPeer = async (file: string): Promise<unknown> => {
  installPeers();
  return import(pathToFileURL(path.join(folder, file)).href);
};
