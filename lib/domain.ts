/** The stage's domain, which partners, end customers and the platform use. */
export interface Domain {
  /** A host name in lower case, such as `api.example.com`. */
  readonly name: string;
  /** The ACM certificate in the stage's region, for `name`, and with `edge` for `origin.<name>` as well. */
  readonly certificateArn: string;
  /** The Route 53 zone of the records. Without it, the outputs `…DnsTarget` are the targets of records in another zone. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
  /**
   * Whether API Gateway also answers at its own address, which with `edge` bypasses the firewall. `open` only while
   * clients still use the earlier address: docs/operations/deploying.md.
   */
  readonly directAccess: 'open' | 'closed';
  /** CloudFront and AWS WAF: docs/adr/0016-addresses.md. */
  readonly edge?: Edge;
}

export interface Edge {
  /** The ACM certificate in us-east-1 for the domain's name, and with a portal for `connect.<name>` as well. */
  readonly certificateArn: string;
  /** The calls of one IP address in five minutes. The firewall answers 429 to further ones. */
  readonly callsPerAddress: number;
  /** The version of the origin secret that CloudFront sends. Without it: the version of the first deployment. */
  readonly originSecretVersion?: string;
}
