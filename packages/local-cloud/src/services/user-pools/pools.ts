import type { PoolClient, PoolSettings } from './settings.ts';
import type { Users } from './users.ts';
import { notFound } from './errors.ts';

export interface Pool {
  readonly poolId: string;
  /** Those of the template that created the pool last. */
  settings: PoolSettings;
  readonly users: Users;
  /** In the order of the template. */
  clients: readonly PoolClient[];
}

export interface Pools {
  readonly all: () => readonly Pool[];
  readonly add: (pool: Pool) => void;
  readonly find: (poolId: string) => Pool | undefined;
  /** @throws AwsError ResourceNotFoundException */
  readonly get: (poolId: string) => Pool;
  /** The client with its pool; undefined when there is no such client. */
  readonly findClient: (clientId: string) => { readonly pool: Pool; readonly client: PoolClient } | undefined;
  /** @param poolId of the pool that the client must be of; undefined: any @throws AwsError ResourceNotFoundException */
  readonly getClient: (clientId: string, poolId?: string) => { readonly pool: Pool; readonly client: PoolClient };
}

export const createPools = (): Pools => {
  const pools = new Map<string, Pool>();
  const findClient: Pools['findClient'] = (clientId) => {
    for (const pool of pools.values()) {
      const client = pool.clients.find((one) => one.clientId === clientId);
      if (client !== undefined) return { pool, client };
    }
    return undefined;
  };
  return {
    all: () => [...pools.values()],
    add: (pool) => {
      pools.set(pool.poolId, pool);
    },
    find: (poolId) => pools.get(poolId),
    get: (poolId) => {
      const pool = pools.get(poolId);
      if (pool === undefined) throw notFound(`User pool ${poolId} does not exist.`);
      return pool;
    },
    findClient,
    getClient: (clientId, poolId) => {
      const found = findClient(clientId);
      if (found === undefined || (poolId !== undefined && found.pool.poolId !== poolId)) {
        throw notFound(`User pool client ${clientId} does not exist.`);
      }
      return found;
    },
  };
};
