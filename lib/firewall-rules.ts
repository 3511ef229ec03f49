import { docsPath } from './docs-site/paths.ts';
import { dispatcherPath } from './functions/dispatcher.ts';
import { platformCallbackPath } from './functions/platform-callback.ts';
import type { OpenRoute, Throttle } from './open-routes.ts';
import { portalPath } from './portal/paths.ts';

/**
 * The action of each rule in AWS's managed rule groups.
 *
 * Rules on body and query only count: both contain partners' data, in which the API accepts any text and URL. The service
 * stores JSON, returns JSON and escapes it in pages. Rules on path, headers, cookies and sender block.
 */
export type RuleAction = 'refuse' | 'count' | 'refuse the method';

export interface ManagedRuleGroup {
  readonly name: string;
  /**
   * The static version, whose rules are those listed here. The default version changes by itself, and its new rules block. AWS announces when a version
   * expires; from then on a deployment is refused until a later one stands here, with its rules. Absent: the group has no versions.
   * https://docs.aws.amazon.com/waf/latest/developerguide/waf-managed-rule-groups-versioning.html
   */
  readonly version?: string;
  readonly rules: Readonly<Record<string, RuleAction>>;
}

/** https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-ip-rep.html */
const ipReputation: ManagedRuleGroup = {
  name: 'AWSManagedRulesAmazonIpReputationList',
  rules: {
    AWSManagedIPReputationList: 'refuse',
    AWSManagedReconnaissanceList: 'refuse',
    // AWS's default action: legitimate senders share such addresses.
    AWSManagedIPDDoSList: 'count',
  },
};

/** https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html */
const knownBadInputs: ManagedRuleGroup = {
  name: 'AWSManagedRulesKnownBadInputsRuleSet',
  version: 'Version_1.24',
  rules: {
    JavaDeserializationRCE_HEADER: 'refuse',
    JavaDeserializationRCE_URIPATH: 'refuse',
    // A report's error_details and metadata may contain stack traces and log lines.
    JavaDeserializationRCE_BODY: 'count',
    JavaDeserializationRCE_QUERYSTRING: 'count',
    Host_localhost_HEADER: 'refuse',
    // The API answers 405 to other methods.
    PROPFIND_METHOD: 'refuse the method',
    ExploitablePaths_URIPATH: 'refuse',
    Log4JRCE_HEADER: 'refuse',
    Log4JRCE_URIPATH: 'refuse',
    Log4JRCE_BODY: 'count',
    Log4JRCE_QUERYSTRING: 'count',
    ReactJSRCE_BODY: 'count',
  },
};

/** https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html */
const common: ManagedRuleGroup = {
  name: 'AWSManagedRulesCommonRuleSet',
  // https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-changelog.html
  version: 'Version_1.19',
  rules: {
    // The API does not require the header, and many HTTP clients do not send it.
    NoUserAgent_HEADER: 'count',
    UserAgent_BadBots_HEADER: 'refuse',
    // Over 2,048 bytes: a search of 1,000 accented characters, or the code of the platform's sign-up.
    SizeRestrictions_QUERYSTRING: 'count',
    SizeRestrictions_Cookie_HEADER: 'refuse',
    // Over 8 KiB. The API accepts 256 KiB, and 1 MiB of reports or customers.
    SizeRestrictions_BODY: 'count',
    SizeRestrictions_URIPATH: 'refuse',
    // The API's validation rejects a webhook_url of the metadata service with the reason.
    EC2MetaDataSSRF_BODY: 'count',
    EC2MetaDataSSRF_COOKIE: 'refuse',
    EC2MetaDataSSRF_URIPATH: 'refuse',
    EC2MetaDataSSRF_QUERYARGUMENTS: 'count',
    GenericLFI_QUERYARGUMENTS: 'count',
    GenericLFI_URIPATH: 'refuse',
    GenericLFI_BODY: 'count',
    RestrictedExtensions_URIPATH: 'refuse',
    // An external_customer_id may end in .log or .ini.
    RestrictedExtensions_QUERYARGUMENTS: 'count',
    GenericRFI_QUERYARGUMENTS: 'count',
    // A return_url of http://127.0.0.1 is allowed, and a webhook_url may name a public IPv4 address.
    GenericRFI_BODY: 'count',
    GenericRFI_URIPATH: 'refuse',
    CrossSiteScripting_COOKIE: 'refuse',
    CrossSiteScripting_QUERYARGUMENTS: 'count',
    CrossSiteScripting_BODY: 'count',
    CrossSiteScripting_URIPATH: 'refuse',
  },
};

/** In the order of evaluation, the cheapest first. */
export const managedRuleGroups: readonly ManagedRuleGroup[] = [ipReputation, knownBadInputs, common];

/** Seconds that the limits by path look back, the fewest of AWS WAF. https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-high-level-settings.html */
export const pathWindow = 60;

/** A path, or what a path begins with. */
export interface Path {
  readonly text: string;
  readonly is: 'EXACTLY' | 'STARTS_WITH';
}

export const connectPages: Path = { text: '/connect/', is: 'STARTS_WITH' };
const callbacks: Path = { text: platformCallbackPath, is: 'EXACTLY' };
const calls: Path = { text: dispatcherPath, is: 'EXACTLY' };
/** Of the bucket, which has no throttle. */
const files: readonly Path[] = [portalPath, docsPath].map((path) => ({ text: path.slice(0, -1), is: 'STARTS_WITH' }));

/** The requests of one address in `pathWindow`, to a path or to all but some. */
export interface PathLimit {
  readonly name: string;
  readonly paths: Path | { readonly allBut: readonly Path[] };
  readonly limit: number;
}

/**
 * The limits by path: one address gets a share of the route's throttle, and the others the rest. The platform sends its callbacks
 * from few addresses; many end customers may share one.
 */
export const pathLimits = (open: Readonly<Record<OpenRoute, Throttle>>): readonly PathLimit[] => {
  const limitOf = (route: OpenRoute, share: number): number =>
    Math.floor(open[route].requestsPerSecond * pathWindow * share);
  return [
    { name: 'ConnectPerAddress', paths: connectPages, limit: limitOf('connect', 0.1) },
    { name: 'CallbacksPerAddress', paths: callbacks, limit: limitOf('platformCallback', 0.5) },
    // The description of the API and unknown paths.
    {
      name: 'OthersPerAddress',
      paths: { allBut: [calls, callbacks, connectPages, ...files] },
      limit: limitOf('unknownPaths', 0.1),
    },
  ];
};
