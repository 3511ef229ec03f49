import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  LambdaClient,
  ListEventSourceMappingsCommand,
  type EventSourceMappingConfiguration,
} from '@aws-sdk/client-lambda';
import { readTablesFile, tableIdOf, type StageTables, type TablesFile } from '../../lib/stage-tables.ts';
import { Failure } from '../../operator/failure.ts';
import { openStage } from '../../operator/open-stage.ts';
import { deployCommand } from '../../operator/stage.ts';
import { connections } from './copy-segments.ts';
import { restorePointInTime } from './point-in-time.ts';
import type { RestoredStage } from './restored-stage.ts';
import { segmentsOfTable } from './segment.ts';

const tablesFile = path.join(import.meta.dirname, '../../lib/stage-tables.json');

/**
 * Lambda may take minutes to begin to read a stream, and does not read earlier records:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
const readAfter = 5 * 60_000;
const askEvery = 10_000;
/** As many minutes as CloudWatch answers at once. */
const day = 24 * 60 * 60_000;
const scanSegments = 64;

export interface DeployedOptions {
  readonly name: 'staging' | 'production';
  readonly region: string;
  /** Runs an npm script of the project. @returns its exit code */
  readonly npmRun: (script: string, args: readonly string[]) => Promise<number>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly now: () => number;
}

/** Whether every reader of a stream has read it for long enough. */
const areRead = (mappings: readonly EventSourceMappingConfiguration[], now: number): boolean =>
  mappings.length > 0 &&
  mappings.every(
    ({ State, LastModified }) =>
      State === 'Enabled' && LastModified !== undefined && now - LastModified.getTime() >= readAfter,
  );

const readTables = (): TablesFile => readTablesFile(JSON.parse(readFileSync(tablesFile, 'utf8')));

const writeTables = (name: DeployedOptions['name'], tables: StageTables): void => {
  const fresh = `${tablesFile}.new`;
  const known = readTables();
  // A restore after a fail-over stays in the region.
  const written = { failedOver: known[name].failedOver, ...tables };
  const staging = name === 'staging' ? written : known.staging;
  const production = name === 'production' ? written : known.production;
  const line = ({ serving, beside, maintenance, failedOver = false }: StageTables): string =>
    `{ "serving": ${String(serving)}, "beside": [${beside.join(', ')}], "maintenance": "${maintenance}"${failedOver ? ', "failedOver": true' : ''} }`;
  writeFileSync(fresh, `{\n  "staging": ${line(staging)},\n  "production": ${line(production)}\n}\n`);
  renameSync(fresh, tablesFile);
};

const outputsOf = async (cloudFormation: CloudFormationClient, name: string): Promise<ReadonlyMap<string, string>> => {
  const { Stacks: stacks = [] } = await cloudFormation.send(
    new DescribeStacksCommand({ StackName: `swift-worker-${name}` }),
  );
  const all = stacks.flatMap((stack) => stack.Outputs ?? []);
  return new Map(all.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
};

/** Replicated writes consume units of the replica: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html */
const lastWriteIn = async (region: string, table: string, before: number): Promise<Date | null> => {
  const { Datapoints: found = [] } = await new CloudWatchClient({ region }).send(
    new GetMetricStatisticsCommand({
      Namespace: 'AWS/DynamoDB',
      MetricName: 'ConsumedWriteCapacityUnits',
      Dimensions: [{ Name: 'TableName', Value: table }],
      StartTime: new Date(before - day),
      EndTime: new Date(before),
      Period: 60,
      Statistics: ['Sum'],
    }),
  );
  const times = found.flatMap(({ Sum = 0, Timestamp }) => (Sum > 0 && Timestamp !== undefined ? [+Timestamp] : []));
  return times.length === 0 ? null : new Date(Math.max(...times));
};

/** A stage on AWS, with the credentials of the environment. */
export const openDeployedRestoredStage = ({ name, region, npmRun, sleep, now }: DeployedOptions): RestoredStage => {
  const client = new DynamoDBClient({ region, requestHandler: { httpsAgent: { maxSockets: connections } } });
  const cloudFormation = new CloudFormationClient({ region });
  const lambda = new LambdaClient({ region });
  const outputs = () => outputsOf(cloudFormation, name);
  return {
    client,
    tables: async () => {
      const tables = readTables()[name];
      const deployed = (await outputs()).get('TableGeneration');
      if (deployed === String(tables.serving)) return tables;
      throw new Failure(
        'usage',
        'other_table',
        `generation ${String(deployed)} serves; lib/stage-tables.json has ${String(tables.serving)}`,
        {
          next: `take lib/stage-tables.json from the commit that was deployed last; a stage without the output TableGeneration has to be deployed once: ${deployCommand(name)}`,
        },
      );
    },
    deploy: async (tables) => {
      writeTables(name, tables);
      const code = await npmRun('deploy', ['--stage', name, '--require-approval', 'never']);
      if (code === 0) return;
      throw new Failure('refused', 'not_deployed', 'the deployment failed; CloudFormation has rolled it back', {
        next: 'the lines above have the cause. Repeat the command: it continues with this deployment',
      });
    },
    tableName: async (generation) => {
      const found = await outputs();
      const own = found.get('TableGeneration') === String(generation);
      const table = found.get(own ? 'TableName' : `TableName${String(generation)}`);
      if (table !== undefined) return table;
      throw new Failure('unreachable', 'no_table', `the stack swift-worker-${name} has no ${tableIdOf(generation)}`, {
        next: 'check lib/stage-tables.json: "beside" must have the generation',
      });
    },
    pointInTime: async (table, at, restored) => {
      const copy = `swift-worker-${name}-copy-${String(restored)}`;
      await restorePointInTime({ client, table, copy, at, sleep });
      return segmentsOfTable(client, copy, scanSegments);
    },
    whenRead: async (table) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
      for (;;) {
        const { EventSourceMappings: mappings = [] } = await lambda.send(
          new ListEventSourceMappingsCommand({ EventSourceArn: Table?.LatestStreamArn }),
        );
        if (areRead(mappings, now())) return;
        await sleep(askEvery);
      }
    },
    apiUrl: async () => (await outputs()).get('ApiUrl') ?? '',
    lastWrite: (table, before) => lastWriteIn(region, table, before),
    operator: () => openStage(name, ''),
  };
};
