import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { idsAtOnce, newId } from '../../lambdas/runtime/clock.ts';
import { dice } from '../harness/dice.ts';

let random = dice(1);

const fill = <T extends NodeJS.ArrayBufferView>(view: T): T => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Math.floor(random() * 256);
  return view;
};

const randomUUID = (): ReturnType<typeof crypto.randomUUID> => {
  const hex = fill(Buffer.alloc(16)).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

/** Replaces the random numbers of this process, so that a seed repeats exactly. For a process that runs the world alone. */
export const replaceChance = (): void => {
  Object.assign(crypto, {
    randomBytes: (count: number) => fill(Buffer.alloc(count)),
    randomFillSync: fill,
    randomInt: (first: number, second?: number) => {
      const [least, end] = second === undefined ? [0, first] : [first, second];
      return least + Math.floor(random() * (end - least));
    },
    randomUUID,
  });
  Math.random = () => random();
  syncBuiltinESMExports();
};

/** Ids are made of bytes that are drawn for many at once: uses up those that were drawn before, if chance is replaced. */
const useUpIds = (): void => {
  random = () => 0;
  const ids: string[] = [];
  do ids.push(newId(0));
  while (ids.length < 2 * idsAtOnce && ids.at(-1) !== ids.at(-idsAtOnce));
};

/** Begins the random numbers anew. */
export const seedChance = (seed: number): void => {
  useUpIds();
  random = dice(seed);
};
