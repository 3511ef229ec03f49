/** The concurrency that several functions share. */
export interface Concurrency {
  /** Whether there was a free place. It is taken then. */
  readonly take: () => boolean;
  readonly giveBack: () => void;
  /** What is taken beyond a lower number is not taken away. */
  readonly resize: (most: number) => void;
}

/** @param initially how many requests may be served at the same time */
export const createConcurrency = (initially: number): Concurrency => {
  let most = initially;
  let taken = 0;
  return {
    take: () => {
      if (taken >= most) return false;
      taken += 1;
      return true;
    },
    giveBack: () => {
      taken -= 1;
    },
    resize: (wanted) => {
      most = wanted;
    },
  };
};
