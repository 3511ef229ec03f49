import { domainOf } from '../address.ts';
import type { DeployedStage } from '../stages.ts';
import { portalPath } from './paths.ts';
import type { PortalSettings } from './settings.ts';

/** @throws Error that names the stage value and the rule that it breaks */
export const checkPortal = (stage: DeployedStage, { publishableKey }: PortalSettings): void => {
  const of = `${stage.name}: portal`;
  if (stage.domain?.edge === undefined) throw new Error(`${of} needs domain.edge: CloudFront serves its files`);
  const form = stage.name === 'production' ? /^pk_live_[0-9A-Za-z]+$/ : /^pk_test_[0-9A-Za-z]+$/;
  if (!form.test(publishableKey)) {
    throw new Error(`${of}.publishableKey must be a publishable key of the stage, ${form.source}`);
  }
};

/** The URL of the stage's own portal; null: none. */
export const ownPortalOf = (stage: DeployedStage): string | null => {
  const domain = domainOf(stage);
  return stage.portal === undefined || domain === null ? null : `https://${domain.name}${portalPath}`;
};
