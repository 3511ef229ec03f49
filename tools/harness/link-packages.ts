import { mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';

const ours = '@swift-worker';

/**
 * Gives a checkout the installed packages of another one. Its workspaces are its own: npm links them by paths from
 * `node_modules`, so that the same links lead to the folders of the checkout.
 */
export const linkPackages = async (from: string, to: string): Promise<void> => {
  const installed = path.join(from, 'node_modules');
  const own = path.join(to, 'node_modules');
  await mkdir(path.join(own, ours), { recursive: true });
  for (const name of await readdir(installed))
    if (name !== ours) await symlink(path.join(installed, name), path.join(own, name));
  for (const name of await readdir(path.join(installed, ours)))
    await symlink(await readlink(path.join(installed, ours, name)), path.join(own, ours, name));
};
