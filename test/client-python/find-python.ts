import { hasCommand } from '../../tools/harness/has-command.ts';

/** Fails where the version is too old or a package is missing. */
const check = 'import sys, anyio, httpx, typing_extensions; assert sys.version_info >= (3, 10)';

/** An interpreter that can run the client for Python: the one that PYTHON names, or one of the machine; null: none. */
export const findPython = async (): Promise<string | null> => {
  const { PYTHON: named } = process.env;
  for (const command of named === undefined ? ['python3', 'python'] : [named]) {
    if (await hasCommand(command, ['-c', check])) return command;
  }
  return null;
};
