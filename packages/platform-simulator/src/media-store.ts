/** A media file, of the business or of a person who wrote to it. */
export interface MediaFile {
  readonly id: string;
  /** The number whose file it is. */
  readonly numberId: string;
  /** Whether it came with a message of a person, and was not uploaded. */
  readonly received: boolean;
  readonly mimeType: string;
  readonly bytes: Buffer;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface MediaStore {
  readonly add: (file: MediaFile) => void;
  /** Undefined after its time. */
  readonly find: (id: string) => MediaFile | undefined;
  readonly delete: (id: string) => void;
}

const LIMIT = 512 * 1024 * 1024;

/** The newest files, 512 MiB of them, in memory only: the files of the state on disk would be rewritten with each change. */
export function createMediaStore(now: () => number, limit = LIMIT): MediaStore {
  const files = new Map<string, MediaFile>();
  let size = 0;

  const remove = (id: string): void => {
    size -= files.get(id)?.bytes.length ?? 0;
    files.delete(id);
  };

  return {
    add(file) {
      files.set(file.id, file);
      size += file.bytes.length;
      for (const id of files.keys()) {
        if (size <= limit) return;
        remove(id);
      }
    },
    find(id) {
      const file = files.get(id);
      if (file !== undefined && file.expiresAt <= now()) remove(id);
      return files.get(id);
    },
    delete: remove,
  };
}
