import {
  BatchWriteCommand,
  DeleteCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { PlatformClient } from '../lambdas/platform/client.ts';
import type { Table } from '../lambdas/store/table/table.ts';
import { interposed } from './interposed-table.ts';

/** The worker is no more; nothing it does after this has an effect. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

/** A moment of death: before an effect, or after it with its answer lost. */
export interface Death {
  /** Counted from 1: calls of the platform and writes of the table. */
  readonly effect: number;
  readonly when: 'before' | 'after';
}

/** What a worker acts on. */
interface Acting {
  readonly table: Table;
  readonly platform: PlatformClient;
}

export interface Mortal<Deps extends Acting> {
  readonly deps: Deps;
  /** Every effect so far, by name. */
  readonly effects: readonly string[];
}

const writes = [BatchWriteCommand, TransactWriteCommand, PutCommand, UpdateCommand, DeleteCommand];
const isWrite = (command: unknown): boolean => writes.some((write) => command instanceof write);

/** A worker that dies at a moment, or lives when there is none. */
export const mortal = <Deps extends Acting>(deps: Deps, death: Death | null): Mortal<Deps> => {
  const effects: string[] = [];
  let isDead = false;
  const effect = async <T>(name: string, act: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed('dead already');
    effects.push(name);
    if (effects.length !== death?.effect) return act();
    isDead = true;
    if (death.when === 'after') await act();
    throw new Killed(`${death.when} ${name}`);
  };
  const table = interposed(deps.table, (command, send) => (isWrite(command) ? effect('write', send) : send()));
  return {
    deps: {
      ...deps,
      table,
      platform: {
        call: (request) => effect(`${request.method} ${request.path}`, () => deps.platform.call(request)),
      },
    },
    effects,
  };
};
