export const hour = 3_600_000;

/** The beginning of the last hours, on the hour, so that each look at them is the same query. */
export const sinceHours = (hours: number): string =>
  new Date(Math.floor(Date.now() / hour) * hour - hours * hour).toISOString();
