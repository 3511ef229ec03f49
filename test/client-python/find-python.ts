import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Fails where the version is too old or a package is missing. */
const check = 'import sys, anyio, httpx, typing_extensions; assert sys.version_info >= (3, 10)';

/** An interpreter that can run the client for Python: the one that PYTHON names, or one of the machine; null: none. */
export const findPython = async (): Promise<string | null> => {
  const { PYTHON: named } = process.env;
  for (const command of named === undefined ? ['python3', 'python'] : [named]) {
    const fits = await run(command, ['-c', check]).then(
      () => true,
      () => false,
    );
    if (fits) return command;
  }
  return null;
};
