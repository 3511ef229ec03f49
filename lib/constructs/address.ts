import { ApiMapping, DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, RecordTarget, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { edgeNameOf, originNameOf } from '../address.ts';
import type { Domain } from '../domain.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { Api } from './api.ts';

/** The API under a domain of the stage's own, and its records where the zone is known. */
export class Address extends Construct {
  /** What a record made elsewhere must lead to. */
  readonly dnsTarget: string;

  constructor(scope: Construct, id: string, domain: Domain, api: Api) {
    super(scope, id);
    const own = this.#serve('Domain', domain.name, domain, api);
    // CloudFront calls an origin by its own host name, so the API answers to that one as well.
    const origin = domain.edge === undefined ? own : this.#serve('OriginDomain', originNameOf(domain), domain, api);
    this.dnsTarget = origin.regionalDomainName;
    if (domain.hostedZone === undefined) return;
    const { id: hostedZoneId, name: zoneName } = domain.hostedZone;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName });
    const gateway = RecordTarget.fromAlias(
      new ApiGatewayv2DomainProperties(origin.regionalDomainName, origin.regionalHostedZoneId),
    );
    if (domain.edge === undefined) {
      this.#record('Record', zone, domain.name, gateway);
      return;
    }
    this.#record('OriginRecord', zone, originNameOf(domain), gateway);
    // The record of the distribution stands in the same zone, so that nothing has to be read from the stack of the edge.
    // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resource-record-sets-choosing-alias-non-alias.html
    const edge = RecordTarget.fromAlias({ bind: () => ({ dnsName: edgeNameOf(domain), hostedZoneId }) });
    this.#record('Record', zone, domain.name, edge);
    const v6 = new AaaaRecord(this, 'RecordV6', { zone, recordName: `${domain.name}.`, target: edge });
    pinLogicalId(v6, 'AddressRecordV6');
  }

  /** Pinned, because a domain name and a record can't be made anew while the earlier one stands. */
  #serve(id: string, name: string, { certificateArn }: Domain, { api, defaultStage }: Api): DomainName {
    const domainName = new DomainName(this, id, {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, `${id}Certificate`, certificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    pinLogicalId(domainName, id);
    const mapping = new ApiMapping(this, `${id}Mapping`, { api, domainName, stage: defaultStage });
    pinLogicalId(mapping, `${id}Mapping`);
    return domainName;
  }

  #record(id: string, zone: IHostedZone, name: string, target: RecordTarget): void {
    pinLogicalId(new ARecord(this, id, { zone, recordName: `${name}.`, target }), `Address${id}`);
  }
}
