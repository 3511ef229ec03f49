/** The client of a partner's program and its version, as its `User-Agent` names it; null for any other program. */
export const clientOf = (userAgent: string | undefined): string | null =>
  /^swift-worker-(?:js|python)\/\d{1,4}\.\d{1,4}\.\d{1,4}$/.exec(userAgent ?? '')?.[0] ?? null;

/** The numbers of calls by client and version. */
export type ClientCalls = Readonly<Record<string, number>>;

/** The versions that a counter tells apart. A partner has few, and others could name any. */
export const mostClients = 8;

export const withCall = (calls: ClientCalls, client: string | null): ClientCalls => {
  if (client === null || (calls[client] === undefined && Object.keys(calls).length >= mostClients)) return calls;
  return { ...calls, [client]: (calls[client] ?? 0) + 1 };
};

export const sumOfClients = (all: readonly ClientCalls[]): ClientCalls => {
  const sum: Record<string, number> = {};
  for (const [client, calls] of all.flatMap((one) => Object.entries(one))) sum[client] = (sum[client] ?? 0) + calls;
  return sum;
};
