import { ApiMapping, DomainName, EndpointType, SecurityPolicy } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AaaaRecord, ARecord, HostedZone, RecordTarget, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { edgeNameOf, originNameOf } from '../address.ts';
import type { Domain } from '../domain.ts';
import { pinLogicalId } from '../logical-id.ts';
import type { Api } from './api.ts';

interface AddressProps {
  readonly domain: Domain;
  /** The host of the hosted pages; null: they are on the host of the API. */
  readonly connectName: string | null;
  readonly api: Api;
}

/** The API under the stage's domain, with its DNS records when the zone is known. */
export class Address extends Construct {
  /** The target of DNS records in another zone. */
  readonly dnsTarget: string;

  constructor(scope: Construct, id: string, { domain, connectName, api }: AddressProps) {
    super(scope, id);
    const own = this.#serve('Domain', domain.name, domain, api);
    // CloudFront calls the origin by its own host name.
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
    // An alias of the distribution's record in the same zone, so nothing is imported from the edge stack.
    // https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resource-record-sets-choosing-alias-non-alias.html
    const edge = RecordTarget.fromAlias({ bind: () => ({ dnsName: edgeNameOf(domain), hostedZoneId }) });
    this.#record('Record', zone, domain.name, edge);
    this.#recordV6('RecordV6', zone, domain.name, edge);
    if (connectName === null) return;
    this.#record('ConnectRecord', zone, connectName, edge);
    this.#recordV6('ConnectRecordV6', zone, connectName, edge);
  }

  /** Pinned: a domain name or a record cannot be created while the earlier one exists. */
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

  #recordV6(id: string, zone: IHostedZone, name: string, target: RecordTarget): void {
    pinLogicalId(new AaaaRecord(this, id, { zone, recordName: `${name}.`, target }), `Address${id}`);
  }
}
