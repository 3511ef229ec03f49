/** What has to be undone, in the opposite order in which it was done. */
export interface Teardown {
  add(undo: () => Promise<void> | void): void;
  /** Undoes all of it, though some of it fail; a second call waits for the first. */
  readonly run: () => Promise<void>;
}

/** @param failed gets what could not be undone */
export const createTeardown = (failed: (error: unknown) => void): Teardown => {
  const undos: (() => Promise<void> | void)[] = [];
  let running: Promise<void> | undefined;
  const undoAll = async (): Promise<void> => {
    for (let undo = undos.pop(); undo !== undefined; undo = undos.pop()) {
      try {
        await undo();
      } catch (error) {
        failed(error);
      }
    }
  };
  return {
    add: (undo) => {
      undos.push(undo);
    },
    run: () => (running ??= undoAll()),
  };
};
