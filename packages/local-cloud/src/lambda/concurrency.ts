/** The concurrency that several functions share. */
export interface Concurrency {
  /** Whether there was a free place. It is taken then. */
  readonly take: () => boolean;
  readonly giveBack: () => void;
}

/** @param most how many requests may be served at the same time */
export const createConcurrency = (most: number): Concurrency => {
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
  };
};
