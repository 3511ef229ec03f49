import { z } from 'zod';

export type Json = z.infer<typeof Json>;
export const Json = z.json();

export type JsonObject = { [key: string]: Json };

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), Json).default({}),
  DependsOn: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  Condition: z.string().optional(),
  UpdatePolicy: z.object({ CodeDeployLambdaAliasUpdate: z.record(z.string(), Json).optional() }).default({}),
});
export type TemplateResource = z.infer<typeof Resource>;

const Output = z.object({ Value: Json, Export: z.object({ Name: Json }).optional(), Condition: z.string().optional() });

/** The parts of a CloudFormation template that the local cloud reads. */
export const Template = z.object({
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: Json.optional() })).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), Json))).default({}),
  Conditions: z.record(z.string(), Json).default({}),
  Resources: z.record(z.string(), Resource),
  Outputs: z.record(z.string(), Output).default({}),
});
export type Template = z.infer<typeof Template>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
