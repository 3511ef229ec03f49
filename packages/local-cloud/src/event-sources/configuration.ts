import { z } from 'zod';
import { Json, isObject, type JsonObject } from '../template.ts';

const unlimited = -1;

const Pattern = z.string().transform((text): JsonObject => {
  const pattern = Json.parse(JSON.parse(text));
  if (!isObject(pattern)) throw new Error(`a filter pattern must be an object: ${text}`);
  return pattern;
});

const limit = z.number().default(unlimited);
const atMost = (value: number): number | undefined => (value === unlimited ? undefined : value);

/** `AWS::Lambda::EventSourceMapping`. Properties that the local cloud does not support are refused. */
const Properties = z.strictObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.number().optional(),
  MaximumBatchingWindowInSeconds: z.number().default(0),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern })).default([]) }).default({ Filters: [] }),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().optional() }).default({}),
  MaximumRetryAttempts: limit,
  MaximumRecordAgeInSeconds: limit,
  BisectBatchOnFunctionError: z.boolean().default(false),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }).optional() }).default({}),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).default('TRIM_HORIZON'),
  ParallelizationFactor: z.number().default(1),
  MetricsConfig: Json.optional(),
  Tags: Json.optional(),
});

export interface MappingConfiguration {
  readonly logicalId: string;
  readonly sourceArn: string;
  readonly functionArn: string;
  readonly enabled: boolean;
  readonly batchSize: number | undefined;
  readonly windowMilliseconds: number;
  readonly reportsItemFailures: boolean;
  /** Without a pattern, every record passes. */
  readonly patterns: readonly JsonObject[];
  readonly maximumConcurrency: number | undefined;
  readonly maximumRetryAttempts: number | undefined;
  readonly maximumRecordAgeMilliseconds: number | undefined;
  readonly bisectsOnError: boolean;
  readonly onFailureArn: string | undefined;
  readonly startsAt: 'TRIM_HORIZON' | 'LATEST';
  readonly parallelizationFactor: number;
}

/** @param properties resolved @throws ZodError */
export const readMapping = (logicalId: string, properties: Json): MappingConfiguration => {
  const read = Properties.parse(properties);
  const age = atMost(read.MaximumRecordAgeInSeconds);
  return {
    logicalId,
    sourceArn: read.EventSourceArn,
    functionArn: read.FunctionName,
    enabled: read.Enabled,
    batchSize: read.BatchSize,
    windowMilliseconds: read.MaximumBatchingWindowInSeconds * 1000,
    reportsItemFailures: read.FunctionResponseTypes.length > 0,
    patterns: read.FilterCriteria.Filters.map((filter) => filter.Pattern),
    maximumConcurrency: read.ScalingConfig.MaximumConcurrency,
    maximumRetryAttempts: atMost(read.MaximumRetryAttempts),
    maximumRecordAgeMilliseconds: age === undefined ? undefined : age * 1000,
    bisectsOnError: read.BisectBatchOnFunctionError,
    onFailureArn: read.DestinationConfig.OnFailure?.Destination,
    startsAt: read.StartingPosition,
    parallelizationFactor: read.ParallelizationFactor,
  };
};
