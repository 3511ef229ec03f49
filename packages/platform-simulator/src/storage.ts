import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '@swift-worker/loopback/server.ts';
import { emptyState } from './state.ts';
import type { State } from './state.ts';
import { parseState, serialise } from './stored-state.ts';

export interface Storage {
  readonly state: State;
  /** Must be called after every change, which is then written to disk soon. */
  readonly changed: () => void;
  /** Resolves when every change is on disk. */
  readonly flush: () => Promise<void>;
}

const WRITE_DELAY_MS = 50;

/** The simulator's state, stored in `dataDirectory`/platform.json, or in memory only. Rejects when that file is damaged. */
export async function openStorage(dataDirectory: string | undefined, log: Log): Promise<Storage> {
  if (dataDirectory === undefined) {
    return { state: emptyState(), changed: () => undefined, flush: () => Promise.resolve() };
  }
  await mkdir(dataDirectory, { recursive: true });
  const file = join(dataDirectory, 'platform.json');
  const state = await read(file);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(() => replace(file, serialise(state)));
    return writing;
  }

  return {
    state,
    changed() {
      timer ??= setTimeout(() => {
        write().catch((error: unknown) => {
          writing = Promise.resolve();
          log(`the platform's state could not be written: ${String(error)}`);
        });
      }, WRITE_DELAY_MS);
    },
    flush: () => (timer === undefined ? writing : write()),
  };
}

// Only the owner may read the file, because it holds access tokens.
async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

async function read(file: string): Promise<State> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return emptyState();
    throw error;
  }
  try {
    return parseState(text);
  } catch (cause) {
    throw new Error(`${file} is damaged: delete it, or start with --fresh`, { cause });
  }
}
