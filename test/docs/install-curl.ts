import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Creates a command `curl` there. @returns the folder for the PATH */
export const installCurl = (directory: string): string => {
  const folder = path.join(directory, 'bin');
  mkdirSync(folder, { recursive: true });
  const curl = path.join(import.meta.dirname, 'curl.ts');
  writeFileSync(path.join(folder, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${curl}" "$@"\n`, { mode: 0o755 });
  return folder;
};
