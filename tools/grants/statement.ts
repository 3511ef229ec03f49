import { z } from 'zod';
import type { Grant } from './grant.ts';

const list = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const Resource = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** A statement of a function's policy in the template. */
export const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: list,
  Resource: z.union([z.array(Resource), Resource.transform((one) => [one])]),
  Condition: z.record(z.string(), z.record(z.string(), list)).default({}),
});
export type Statement = z.infer<typeof Statement>;

const Attribute = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) });
const Reference = z.object({ Ref: z.string() });
const Joined = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });

/** @throws Error for a form that the report does not support */
const symbolOf = (resource: unknown): string => {
  if (typeof resource === 'string') return resource;
  const attribute = Attribute.safeParse(resource);
  if (attribute.success) {
    const [logicalId, name] = attribute.data['Fn::GetAtt'];
    return name === 'StreamArn' ? `${logicalId}/stream` : logicalId;
  }
  const reference = Reference.safeParse(resource);
  if (reference.success) return reference.data.Ref;
  const joined = Joined.safeParse(resource);
  if (joined.success) return joined.data['Fn::Join'][1].map(symbolOf).join('');
  throw new Error(`the report does not read the resource ${JSON.stringify(resource)}`);
};

type Bounds = Pick<Grant, 'purpose' | 'via'>;

/** The bounds that the conditions of an Allow set. @throws Error for an unknown condition */
const boundsOf = ({ Condition }: Statement): readonly Bounds[] => {
  let purposes: readonly (string | null)[] = [null];
  let via: string | null = null;
  for (const [operator, keys] of Object.entries(Condition)) {
    for (const [key, values] of Object.entries(keys)) {
      const condition = `${operator} ${key}`;
      if (condition === 'StringEquals kms:EncryptionContext:purpose') purposes = values;
      else if (condition === 'StringEquals kms:ViaService') via = values.join(' ').split('.')[0] ?? '';
      // Every purpose also requires a partner and a record.
      else if (!/^Null kms:EncryptionContext:\w+$/.test(condition)) {
        throw new Error(`the report does not know the condition ${condition}`);
      }
    }
  }
  return purposes.map((purpose) => ({ purpose, via }));
};

/** The single grants of an Allow. A Deny has none. */
export const grantsOf = (logicalId: string, statement: Statement): readonly Grant[] => {
  if (statement.Effect === 'Deny') return [];
  return statement.Action.flatMap((action) =>
    statement.Resource.map(symbolOf).flatMap((resource) =>
      boundsOf(statement).map((bounds) => ({ function: logicalId, action, resource, ...bounds })),
    ),
  );
};
