/** The steps that must be undone, in reverse order. */
export interface Teardown {
  add(undo: () => Promise<void> | void): void;
  /** Undoes all steps, also after failures. A second call waits for the first. */
  readonly run: () => Promise<void>;
}

/** @param failed is called with each error */
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
