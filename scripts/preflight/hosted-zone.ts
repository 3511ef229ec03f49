import { GetHostedZoneCommand, NoSuchHostedZone } from '@aws-sdk/client-route-53';
import { missing, ok } from './item.ts';
import type { Check } from './subject.ts';

const name = 'hosted zone';

/** Whether the zone of the domain's records exists, is public and has the name that the stage says. */
export const hostedZone: Check = {
  name,
  actions: ['route53:GetHostedZone'],
  look: async ({ clients, stage }) => {
    const zone = stage.domain?.hostedZone;
    if (zone === undefined) return [];
    const cure = `aws route53 list-hosted-zones-by-name --dns-name ${zone.name} names the zones; set domain.hostedZone in lib/stages.ts`;
    try {
      const { HostedZone: found } = await clients.route53.send(new GetHostedZoneCommand({ Id: zone.id }));
      // Route 53 writes a dot at the end.
      const named = found?.Name?.replace(/\.$/, '') ?? '';
      if (named !== zone.name) return [missing(name, `${zone.id} is the zone ${named}, not ${zone.name}`, cure)];
      if (found?.Config?.PrivateZone === true)
        return [missing(name, `${zone.id} is private: its records are not found`, cure)];
      return [ok(name, `${zone.id} is the public zone ${zone.name}`)];
    } catch (error) {
      if (!(error instanceof NoSuchHostedZone)) throw error;
      return [missing(name, `there is no zone ${zone.id} in the account`, cure)];
    }
  },
};
