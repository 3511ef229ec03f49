/** The ids of events that an endpoint has processed. The service may send an event more than once, with the same id. */

/** `claimed`: this call processes the event. `busy`: another one does. `done`: it is processed. */
export type Claim = 'claimed' | 'busy' | 'done';

/** A store of ids. Each function may be called by several processes at once. */
export interface SeenIds {
  /** Takes the id, in one step, unless it is taken. A claim should end after some minutes: its process may have crashed. */
  readonly claim: (id: string) => Claim | Promise<Claim>;
  /** The event is processed. */
  readonly complete: (id: string) => unknown;
  /** The event is not processed. The service sends it again. */
  readonly release: (id: string) => unknown;
}

/** A store in the memory of this process, of the newest ids. */
export const seenInMemory = (most = 10_000): SeenIds => {
  const claims = new Map<string, 'busy' | 'done'>();
  return {
    claim: (id) => {
      const known = claims.get(id);
      if (known !== undefined) return known;
      for (const [oldest] of claims) {
        if (claims.size < most) break;
        claims.delete(oldest);
      }
      claims.set(id, 'busy');
      return 'claimed';
    },
    complete: (id) => claims.set(id, 'done'),
    release: (id) => claims.delete(id),
  };
};
