/**
 * What the firewall does with each rule of AWS's managed rule groups.
 *
 * A rule that looks into the body or the query only counts: both hold partners' data, in which the interface takes every
 * text and every URL, and answers what is wrong itself. The service is no interpreter of any of it: it stores JSON and
 * answers JSON, and its pages escape what they show. Rules on path, headers, cookies and sender refuse.
 */
export type RuleAction = 'refuse' | 'count' | 'refuse the method';

export interface ManagedRuleGroup {
  readonly name: string;
  readonly rules: Readonly<Record<string, RuleAction>>;
}

/** https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-ip-rep.html */
const ipReputation: ManagedRuleGroup = {
  name: 'AWSManagedRulesAmazonIpReputationList',
  rules: {
    AWSManagedIPReputationList: 'refuse',
    AWSManagedReconnaissanceList: 'refuse',
    // AWS's own action: many honest senders share such an address.
    AWSManagedIPDDoSList: 'count',
  },
};

/** https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html */
const knownBadInputs: ManagedRuleGroup = {
  name: 'AWSManagedRulesKnownBadInputsRuleSet',
  rules: {
    JavaDeserializationRCE_HEADER: 'refuse',
    JavaDeserializationRCE_URIPATH: 'refuse',
    // A report's error_details and metadata may hold stack traces and log lines of any language.
    JavaDeserializationRCE_BODY: 'count',
    JavaDeserializationRCE_QUERYSTRING: 'count',
    Host_localhost_HEADER: 'refuse',
    // The interface answers 405 to other methods.
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
  rules: {
    // The interface asks for no such header, and many HTTP clients of backends send none.
    NoUserAgent_HEADER: 'count',
    UserAgent_BadBots_HEADER: 'refuse',
    // Over 2,048 bytes: a search of 1,000 characters with accents, or the code that the platform's sign-up returns.
    SizeRestrictions_QUERYSTRING: 'count',
    SizeRestrictions_Cookie_HEADER: 'refuse',
    // Over 8 KiB; the interface takes 256 KiB, and many reports or customers at once 1 MiB.
    SizeRestrictions_BODY: 'count',
    SizeRestrictions_URIPATH: 'refuse',
    // A webhook_url of the metadata service is answered by the validation, which names the reason.
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

/** In the order in which they are asked: what costs least to ask first. */
export const managedRuleGroups: readonly ManagedRuleGroup[] = [ipReputation, knownBadInputs, common];
