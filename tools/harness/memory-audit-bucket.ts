import type { AuditBucket } from '../../lambdas/runtime/audit-bucket.ts';

/** A bucket in memory that takes each key once. */
export interface MemoryAuditBucket extends AuditBucket {
  readonly objects: ReadonlyMap<string, string>;
}

/** @param objects that are there already */
export const memoryAuditBucket = (objects = new Map<string, string>()): MemoryAuditBucket => {
  return {
    objects,
    create: (key, content) => {
      if (objects.has(key)) return Promise.resolve(false);
      objects.set(key, content);
      return Promise.resolve(true);
    },
    read: (key) => Promise.resolve(objects.get(key) ?? null),
    keysAfter: (prefix, after) =>
      Promise.resolve(
        Array.from(objects.keys())
          .filter((key) => key.startsWith(prefix) && key > after)
          .toSorted()
          .slice(0, 1_000),
      ),
  };
};
