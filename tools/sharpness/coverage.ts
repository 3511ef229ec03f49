import { z } from 'zod';

/** How often V8 ran the functions of a file, and the blocks in them. https://chromedevtools.github.io/devtools-protocol/v8/Profiler/ */
const coveredFile = z.object({
  file: z.string(),
  functions: z.array(
    z.object({
      ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
    }),
  ),
});

type CoveredFile = z.infer<typeof coveredFile>;

/** A suite that was run without a mutant. */
export const measuredSuite = z.object({
  suite: z.string(),
  seconds: z.number(),
  passed: z.boolean(),
  files: z.array(coveredFile),
});

export type MeasuredSuite = z.infer<typeof measuredSuite>;

const countAt = ({ functions }: CoveredFile, at: number): number => {
  const around = functions
    .flatMap(({ ranges }) => ranges)
    .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset);
  const [innermost] = around.toSorted(
    (one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset),
  );
  return innermost?.count ?? 0;
};

/** The statements of a module itself run only in the first suite that imports it: suites share their modules. */
const isInFunction = ({ functions }: CoveredFile, at: number): boolean =>
  functions.filter(({ ranges: [whole] }) => whole !== undefined && whole.startOffset <= at && at < whole.endOffset)
    .length > 1;

/** The suites that run a place of a file. */
export const suitesAt = (measured: readonly MeasuredSuite[], file: string, at: number): readonly MeasuredSuite[] => {
  const covered = (suite: MeasuredSuite): CoveredFile | undefined => suite.files.find((one) => one.file === file);
  const isOfAFunction = measured.some((suite) => {
    const found = covered(suite);
    return found !== undefined && isInFunction(found, at);
  });
  return measured.filter((suite) => {
    const found = covered(suite);
    return found === undefined ? !isOfAFunction : !isOfAFunction || countAt(found, at) > 0;
  });
};
