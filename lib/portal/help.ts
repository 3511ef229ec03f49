import { z } from 'zod';
import type { DeployedStage } from '../stages.ts';
import type { PortalConfig } from './config.ts';

const httpsUrl = z.url({ protocol: /^https$/ });

/** @throws Error that names the stage value and the rule that it breaks */
export const checkHelp = ({ name, support, statusPage }: DeployedStage): void => {
  if (support !== undefined && !z.union([z.email(), httpsUrl]).safeParse(support).success)
    throw new Error(`${name}: support must be an e-mail address or an https URL`);
  if (statusPage !== undefined && !httpsUrl.safeParse(statusPage).success)
    throw new Error(`${name}: statusPage must be an https URL`);
};

/** What the portal knows of its stage and where members find help. */
export const helpOf = ({
  name,
  support,
  statusPage,
}: DeployedStage): Pick<PortalConfig, 'stage' | 'support' | 'statusPage'> => ({
  stage: name,
  ...(support === undefined ? {} : { support }),
  ...(statusPage === undefined ? {} : { statusPage }),
});
