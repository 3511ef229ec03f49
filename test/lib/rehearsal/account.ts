import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { PlannedStack, Resource } from './planned-stacks.ts';
import { nameOf } from './physical-name.ts';
import { replacingProperties } from './replacing.ts';

/** What AWS would refuse of a deployment. */
export interface Refusal {
  readonly stack: string;
  readonly logicalId: string;
  readonly because: string;
}

interface Standing {
  readonly stack: PlannedStack;
  /** Names in what CloudFormation calls the stack's id, which is new with each creation. */
  readonly id: string;
}

/** These are not deleted with their content: a bucket with objects, a vault with recovery points. A key waits for days. */
const lasting: ReadonlySet<string> = new Set(['AWS::S3::Bucket', 'AWS::Backup::BackupVault', 'AWS::KMS::ReplicaKey']);

const references = (value: unknown, ids: ReadonlySet<string>): boolean => {
  if (Array.isArray(value)) return value.some((one) => references(one, ids));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]: [string, unknown]) => {
    if (key === 'Ref') return typeof inner === 'string' && ids.has(inner);
    if (key === 'Fn::GetAtt' && Array.isArray(inner)) return ids.has(String(inner[0]));
    return references(inner, ids);
  });
};

const replicas = z.array(z.object({ Region: z.string(), DeletionProtectionEnabled: z.boolean().optional() })).catch([]);

/**
 * An update adds or removes one replica of a table, and removes none that is protected:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-globaltable.html
 */
const replicaRefusals = (before: Resource, after: Resource): readonly string[] => {
  const [earlier, later] = [before, after].map(({ Properties }) => replicas.parse(Properties['Replicas']));
  const missingIn = (some: typeof earlier = [], others: typeof later = []) =>
    some.filter(({ Region }) => !others.some((other) => other.Region === Region));
  const removed = missingIn(earlier, later);
  return [
    ...removed.flatMap((one) => (one.DeletionProtectionEnabled === true ? [`${one.Region} is protected`] : [])),
    ...(removed.length + missingIn(later, earlier).length > 1 ? ['more than one replica changes'] : []),
  ];
};

/** The resources that an update replaces: by a property of theirs, or because a property refers to one that is replaced. */
const replacedBy = (before: PlannedStack, after: PlannedStack): ReadonlySet<string> => {
  const replaced = new Set<string>();
  for (let size = -1; size !== replaced.size;) {
    size = replaced.size;
    for (const [id, { Type: type, Properties: properties }] of Object.entries(after.resources)) {
      const earlier = before.resources[id];
      if (earlier === undefined || replaced.has(id)) continue;
      const changed = [...replacingProperties(type)].some(
        (name) =>
          !isDeepStrictEqual(earlier.Properties[name], properties[name]) || references(properties[name], replaced),
      );
      if (changed || earlier.Type !== type) replaced.add(id);
    }
  }
  return replaced;
};

/**
 * The names of an account, as CloudFormation's deployments take and free them. An update creates what is new before it
 * deletes what is old, and takes over nothing that is there:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-cfn-updating-stacks-update-behaviors.html
 */
export class Account {
  readonly #stacks = new Map<string, Standing>();
  /** Who has a name. */
  readonly #names = new Map<string, string>();
  #created = 0;

  /** @returns what AWS would refuse; a refused resource counts as created, so that later ones are seen */
  deploy(stacks: readonly PlannedStack[]): readonly Refusal[] {
    return stacks.flatMap((stack) => this.#deployStack(stack));
  }

  /** Deletes the stacks that the stage has no more. */
  deleteAllBut(stacks: readonly PlannedStack[]): void {
    const kept = new Set(stacks.map(({ name, region }) => `${region} ${name}`));
    for (const [key, { stack, id }] of this.#stacks) {
      if (kept.has(key)) continue;
      for (const [logicalId, resource] of Object.entries(stack.resources))
        this.#end(stack, id, logicalId, resource, resource.DeletionPolicy);
      this.#stacks.delete(key);
    }
  }

  #deployStack(stack: PlannedStack): readonly Refusal[] {
    const key = `${stack.region} ${stack.name}`;
    const standing = this.#stacks.get(key);
    const id = standing?.id ?? String((this.#created += 1));
    const before = standing?.stack ?? { ...stack, resources: {} };
    const replaced = replacedBy(before, stack);
    const refusals = Object.entries(stack.resources).flatMap(([logicalId, resource]): Refusal[] => {
      const earlier = before.resources[logicalId];
      if (earlier !== undefined && !replaced.has(logicalId))
        return replicaRefusals(earlier, resource).map((because) => ({ stack: stack.name, logicalId, because }));
      const name = nameOf(stack, id, resource);
      if (name === null) return [];
      const because = this.#names.get(name);
      this.#names.set(name, `${stack.name} ${logicalId}`);
      return because === undefined ? [] : [{ stack: stack.name, logicalId, because: `${because} has ${name}` }];
    });
    for (const [logicalId, resource] of Object.entries(before.resources)) {
      if (replaced.has(logicalId)) {
        const name = nameOf(stack, id, stack.resources[logicalId] ?? resource);
        if (name !== nameOf(before, id, resource))
          this.#end(before, id, logicalId, resource, resource.UpdateReplacePolicy);
      } else if (stack.resources[logicalId] === undefined)
        this.#end(before, id, logicalId, resource, resource.DeletionPolicy);
    }
    this.#stacks.set(key, { stack, id });
    return refusals;
  }

  #end(stack: PlannedStack, id: string, logicalId: string, resource: Resource, policy = 'Delete'): void {
    const name = nameOf(stack, id, resource);
    // Another resource may have taken the name over in the same deployment.
    if (name === null || this.#names.get(name) !== `${stack.name} ${logicalId}`) return;
    if (policy.startsWith('Retain') || lasting.has(resource.Type)) this.#names.set(name, `what ${stack.name} left`);
    else this.#names.delete(name);
  }
}
