/**
 * AWS list prices in US dollars, of us-east-1 in 2025, for the dashboard and docs/operations/cost.md.
 * Other regions cost up to 15 % more. https://aws.amazon.com/pricing/
 */
export const prices = {
  /** HTTP API, the first 300 million a month. */
  apiRequest: 1 / 1e6,
  functionRequest: 0.2 / 1e6,
  /** A GiB-second on arm64. */
  functionGibSecond: 0.0000133334,
  /** On-demand. */
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  /** A month. */
  tableGib: 0.25,
  recoveryGib: 0.2,
  queueRequest: 0.4 / 1e6,
  /** Of a message with a group, in a fair queue. https://aws.amazon.com/sqs/pricing/ */
  fairQueueRequest: 0.5 / 1e6,
  logGib: 0.5,
  /** A month, compressed. */
  storedLogGib: 0.03,
  /** A person who signs in or stays signed in, a month. https://aws.amazon.com/cognito/pricing/ */
  memberOfEssentials: 0.015,
  memberOfPlus: 0.02,
  keyRequest: 0.03 / 1e4,
  trace: 5 / 1e6,
  /** Outbound to the internet. */
  transferGib: 0.09,
  /** Each, a month. */
  metric: 0.3,
  alarm: 0.1,
  dashboard: 3,
  key: 1,
  secret: 0.4,
  /** A data event of CloudTrail. */
  dataEvent: 0.1 / 1e5,
  /** S3 Standard: https://aws.amazon.com/s3/pricing/ */
  objectPut: 5 / 1e6,
  objectGet: 0.4 / 1e6,
  /** A month. */
  objectGib: 0.023,
  /** CloudFront over HTTPS in Europe and the United States; other regions cost up to twice as much. */
  edgeRequest: 1 / 1e6,
  /** AWS WAF: a web ACL and each of its rules or managed groups a month, and each request. */
  firewall: 5,
  firewallRule: 1,
  firewallRequest: 0.6 / 1e6,
} as const;
