/**
 * Where times stand on a line from 0 to 1. The waits between attempts grow from seconds to hours, so that each has the
 * place of its logarithm: early attempts stay apart.
 * @param times in ISO 8601, the oldest first
 */
export const attemptPlaces = (times: readonly string[]): readonly number[] => {
  const values = times.map((at) => Date.parse(at));
  const first = values[0] ?? 0;
  const scaled = values.map((value) => Math.log1p(Math.max(0, value - first) / 1000));
  const last = scaled.at(-1) ?? 0;
  return scaled.map((value) => (last === 0 ? 0 : value / last));
};

/** Whether an endpoint took the event. */
export const succeeded = ({ status }: { readonly status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300;
