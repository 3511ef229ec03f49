import type { GrantUse } from '@swift-worker/local-cloud/grant-uses.ts';
import type { Grant } from './grant.ts';
import type { TemplateGrant } from './template.ts';

type Verdict =
  | 'used'
  /** Not used, and the template says why. */
  | 'explained'
  /** Granted and never used. */
  | 'unused'
  /** Used, although the template says that it can't be. */
  | 'explained in error'
  /** Requested, and refused or not granted by this template. */
  | 'refused'
  /** Allowed by the template of a stack with resources that this template does not have, such as copies of the audit trail. */
  | 'of another template';

export interface Finding {
  readonly grant: Grant;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

const correct: ReadonlySet<Verdict> = new Set(['used', 'explained', 'of another template']);

export const isFault = ({ verdict }: Finding): boolean => !correct.has(verdict);

/** A grant on objects of a bucket ends in a wildcard; a use names the object. */
const coversResource = (granted: string, used: string): boolean =>
  granted === '*' || granted === used || (granted.endsWith('/*') && used.startsWith(granted.slice(0, -1)));

const covers = (grant: Grant, use: GrantUse): boolean =>
  grant.function === use.function &&
  grant.action === use.action &&
  coversResource(grant.resource, use.resource) &&
  (grant.purpose === null || grant.purpose === use.purpose) &&
  grant.via === null;

const verdictOf = ({ reason }: TemplateGrant, used: boolean): Verdict => {
  if (reason === null) return used ? 'used' : 'unused';
  return used ? 'explained in error' : 'explained';
};

/** The logical id that a resource starts with; null for an ARN and for `*`. */
const logicalIdOf = (resource: string): string | null => /^[A-Za-z0-9]+(?=\/|$)/.exec(resource)?.[0] ?? null;

/** Stacks of several templates write one record. What one of them allowed on a resource of its own is no fault of another. */
const isOfAnotherTemplate = (use: GrantUse, resources: ReadonlySet<string>): boolean =>
  use.allowed &&
  [use.function, use.resource].map(logicalIdOf).some((logicalId) => logicalId !== null && !resources.has(logicalId));

/**
 * Compares the grants of a template with the calls of its functions.
 * @param resources the logical ids of the template
 */
export const judge = (
  grants: readonly TemplateGrant[],
  uses: readonly GrantUse[],
  resources: ReadonlySet<string>,
): readonly Finding[] => {
  const allowed = uses.filter((use) => use.allowed);
  const granted = grants.map(({ reason, ...grant }): Finding => {
    const used = allowed.some((use) => covers(grant, use));
    return { grant, verdict: verdictOf({ ...grant, reason }, used), reason };
  });
  const others = uses
    .filter((use) => !use.allowed || !grants.some((grant) => covers(grant, use)))
    .map((use): Finding => {
      const { function: name, action, resource, purpose } = use;
      const grant = { function: name, action, resource, purpose, via: null };
      return { grant, verdict: isOfAnotherTemplate(use, resources) ? 'of another template' : 'refused', reason: null };
    });
  return [...granted, ...others];
};
