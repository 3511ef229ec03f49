import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Log } from '@swift-worker/loopback/server.ts';
import { emptyState } from './state.ts';
import type { State } from './state.ts';

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

const Stored = z.object({
  wabas: z.array(
    z.object({ id: z.string(), name: z.string(), subscribed: z.boolean(), overrideCallbackUri: z.string().nullable() }),
  ),
  numbers: z.array(
    z.object({
      id: z.string(),
      wabaId: z.string(),
      registered: z.boolean(),
      registrations: z.array(z.number()),
      onboardedAt: z.number(),
      overrideCallbackUri: z.string().nullable(),
      fields: z.record(z.string(), z.unknown()),
    }),
  ),
  templates: z.array(
    z.object({
      id: z.string(),
      wabaId: z.string(),
      order: z.number(),
      fields: z.looseObject({
        name: z.string(),
        language: z.string(),
        category: z.string(),
        status: z.string(),
        components: z.array(z.unknown()),
      }),
    }),
  ),
  codes: z.array(
    z.object({
      code: z.string(),
      wabaId: z.string(),
      redirectUri: z.string(),
      expiresAt: z.number(),
      used: z.boolean(),
    }),
  ),
  tokens: z.array(
    z.object({
      token: z.string(),
      wabaId: z.string(),
      userId: z.string(),
      issuedAt: z.number(),
      expiresAt: z.number(),
      ended: z.boolean(),
    }),
  ),
});

async function read(file: string): Promise<State> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return emptyState();
    throw error;
  }
  let stored: z.infer<typeof Stored>;
  try {
    stored = Stored.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} is damaged: delete it, or start with --fresh`, { cause });
  }
  return {
    wabas: new Map(stored.wabas.map((waba) => [waba.id, waba])),
    numbers: new Map(stored.numbers.map((number) => [number.id, number])),
    templates: new Map(stored.templates.map((template) => [template.id, template])),
    codes: new Map(stored.codes.map((code) => [code.code, code])),
    tokens: new Map(stored.tokens.map((token) => [token.token, token])),
    lastOrder: stored.templates.reduce((last, { order }) => Math.max(last, order), 0),
  };
}

function serialise(state: State): string {
  return JSON.stringify({
    wabas: [...state.wabas.values()],
    numbers: [...state.numbers.values()],
    templates: [...state.templates.values()],
    codes: [...state.codes.values()],
    tokens: [...state.tokens.values()],
  });
}
