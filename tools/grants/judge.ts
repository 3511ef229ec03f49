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
  | 'refused';

export interface Finding {
  readonly grant: Grant;
  readonly verdict: Verdict;
  readonly reason: string | null;
}

export const isFault = ({ verdict }: Finding): boolean => verdict !== 'used' && verdict !== 'explained';

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

/** Compares the grants of a template with the calls of its functions. */
export const judge = (grants: readonly TemplateGrant[], uses: readonly GrantUse[]): readonly Finding[] => {
  const allowed = uses.filter((use) => use.allowed);
  const granted = grants.map(({ reason, ...grant }): Finding => {
    const used = allowed.some((use) => covers(grant, use));
    return { grant, verdict: verdictOf({ ...grant, reason }, used), reason };
  });
  const refused = uses
    .filter((use) => !use.allowed || !grants.some((grant) => covers(grant, use)))
    .map(({ function: name, action, resource, purpose }): Finding => {
      const grant = { function: name, action, resource, purpose, via: null };
      return { grant, verdict: 'refused', reason: null };
    });
  return [...granted, ...refused];
};
