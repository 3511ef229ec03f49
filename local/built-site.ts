import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { cachedBuild, type CachedBuild } from './cached-build.ts';

/** A site of static files that is built when it is first asked for. */
export interface BuiltSite {
  /** The files by their paths in the site. The first call builds them after a change of their sources. */
  files(): Promise<ReadonlyMap<string, string>>;
  /** Ends a build that runs, and waits until it has ended. */
  stop(): Promise<void>;
}

interface BuiltSiteOptions extends Pick<CachedBuild, 'context' | 'cacheDirectory'> {
  readonly sources: () => Promise<readonly string[]>;
  /** Builds the site in a process of its own, so that the stack goes on meanwhile. */
  readonly make: (directory: string, signal: AbortSignal) => Promise<void>;
}

/** The files of a folder by their paths in it. */
export const filesIn = async (directory: string): Promise<ReadonlyMap<string, string>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(directory, file).split(path.sep).join('/'), file]),
  );
};

export const createBuiltSite = ({ sources, make, ...others }: BuiltSiteOptions): BuiltSite => {
  const stopping = new AbortController();
  const build = async (): Promise<ReadonlyMap<string, string>> => {
    const directory = await cachedBuild({
      ...others,
      sources: await sources(),
      make: (place) => make(place, stopping.signal),
    });
    return filesIn(directory);
  };
  let found: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    files: () => {
      found ??= build().catch((error: unknown) => {
        found = undefined;
        throw error;
      });
      return found;
    },
    stop: async () => {
      stopping.abort();
      await found?.catch(() => undefined);
    },
  };
};
