/** FNV-1a, 32 bits. DynamoDB's own hash is not published; any uniform hash will do. */
export const hashOf = (text: string, seed = 0x811c9dc5): number => {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return hash >>> 0;
};

/** The hash of an item, from the hash of its partition key: 53 bits, so that items of a run do not collide. */
export const itemHashOf = (partition: number, sk: string): number =>
  partition * 2 ** 21 + (hashOf(sk, partition) >>> 11);
