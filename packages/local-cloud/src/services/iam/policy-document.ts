import { z } from 'zod';
import type { PolicyStatement } from './policy.ts';

const textList = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const conditionValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: textList,
  Resource: textList,
  Condition: z.record(z.string(), z.record(z.string(), z.union([conditionValue, z.array(conditionValue)]))).optional(),
});

export const PolicyDocument = z.object({
  Statement: z.union([Statement.transform((one) => [one]), z.array(Statement)]),
});

export const statementsOf = (document: z.infer<typeof PolicyDocument>): PolicyStatement[] =>
  document.Statement.map((statement) => ({
    effect: statement.Effect,
    actions: statement.Action,
    resources: statement.Resource,
    ...(statement.Condition === undefined ? {} : { conditions: statement.Condition }),
  }));
