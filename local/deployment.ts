import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readControl } from '@swift-worker/loopback/control.ts';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer, type Log, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { z } from 'zod';
import { firstTable, readStageTables, type StageTables } from '../lib/stage-tables.ts';

const fileIn = (dataDirectory: string): string => path.join(dataDirectory, 'stage-tables.json');

/** The tables that the stage `local` had when it stopped. */
export const keptTables = (dataDirectory: string | undefined): StageTables => {
  if (dataDirectory === undefined || !existsSync(fileIn(dataDirectory))) return firstTable;
  return readStageTables(JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')));
};

export const keepTables = (dataDirectory: string | undefined, tables: StageTables): void => {
  if (dataDirectory !== undefined) writeFileSync(fileIn(dataDirectory), `${JSON.stringify(tables)}\n`);
};

const order = z.unknown().transform(readStageTables);

/** Deploys the stage with the tables of a POST request, and answers once it is done. */
export const startDeployment = (deploy: (tables: StageTables) => Promise<void>, log: Log): Promise<LoopbackServer> =>
  startLoopbackServer({
    port: 0,
    log,
    handle: async (request, response) => {
      try {
        await deploy(await readControl(request, order));
        sendJson(response, 200, { deployed: true });
      } catch (error) {
        sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
      }
    },
  });
