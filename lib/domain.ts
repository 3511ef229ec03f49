/** A domain of the stage's own: the address that partners, end customers and the platform are told. */
export interface Domain {
  /** A host name in small letters, such as `api.example.com`. */
  readonly name: string;
  /** Of ACM, in the region of the stage; for `name`, and with `edge` for `origin.<name>` as well. */
  readonly certificateArn: string;
  /** The Route 53 zone that gets the records. Without it, the outputs named `…DnsTarget` say what to enter elsewhere. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
  /**
   * Whether API Gateway answers callers directly, too: at its own address, and with `edge` past the firewall. `open` only
   * while somebody still uses the earlier address: docs/operations/deploying.md.
   */
  readonly directAccess: 'open' | 'closed';
  /** CloudFront and AWS WAF in front: docs/adr/0016-addresses.md. */
  readonly edge?: Edge;
}

export interface Edge {
  /** Of ACM in us-east-1, for the domain's name. */
  readonly certificateArn: string;
  /** What one IP address may call in five minutes; the firewall answers 429 to what is more. */
  readonly callsPerAddress: number;
  /** The version of the origin secret that CloudFront sends; the newest of the first deployment without it. */
  readonly originSecretVersion?: string;
}
