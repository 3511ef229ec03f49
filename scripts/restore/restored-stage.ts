import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StageTables } from '../../lib/stage-tables.ts';
import type { Stage } from '../../operator/stage.ts';
import type { Segment } from './segment.ts';

/** A stage whose table is restored. */
export interface RestoredStage {
  readonly client: DynamoDBClient;
  /** The tables of the last deployment. @throws Failure when this checkout has others */
  tables(): Promise<StageTables>;
  /** Deploys the stage with other tables. */
  deploy(tables: StageTables): Promise<void>;
  /** The name of a generation of the table. @throws Failure when it is not there */
  tableName(generation: number): Promise<string>;
  /** A copy of a table as it was, restored by AWS. @throws Failure when there is no such recovery */
  pointInTime(table: string, at: string, restored: number): Promise<readonly Segment[]>;
  /** Waits until the functions read the stream of a table. */
  whenRead(table: string): Promise<void>;
  /** Where calls are answered. */
  apiUrl(): Promise<string>;
  /** The minute in which a table was last written before a time, and within the day before it; null: CloudWatch has none. */
  lastWrite(table: string, before: number): Promise<Date | null>;
  /** The operator's function. */
  operator(): Promise<Stage>;
}
