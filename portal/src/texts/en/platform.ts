type Words = Readonly<Record<string, string>>;

/** What the platform's own words mean: https://developers.facebook.com/docs/whatsapp/messaging-limits */
const quality: Words = { GREEN: 'High', YELLOW: 'Medium', RED: 'Low', UNKNOWN: 'Not known', NA: 'Not known' };

const nameStatus: Words = {
  APPROVED: 'Approved',
  AVAILABLE_WITHOUT_REVIEW: 'Usable without a review',
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
  NONE: 'None',
  PENDING_REVIEW: 'In review',
};

const limit: Words = {
  TIER_50: '50 recipients',
  TIER_250: '250 recipients',
  TIER_1K: '1,000 recipients',
  TIER_2K: '2,000 recipients',
  TIER_10K: '10,000 recipients',
  TIER_100K: '100,000 recipients',
  TIER_UNLIMITED: 'No limit',
};

const throughput: Words = { STANDARD: 'Standard', HIGH: 'High', NOT_APPLICABLE: 'None' };

const status: Words = {
  BANNED: 'Banned',
  CONNECTED: 'Connected',
  DELETED: 'Deleted',
  DISABLE: 'Disabled',
  DISCONNECTED: 'Disconnected',
  FLAGGED: 'Flagged',
  LOCKED: 'Account locked',
  MIGRATED: 'Migrated',
  PENDING: 'Pending',
  RATE_LIMITED: 'Limited in rate',
  RESTRICTED: 'Restricted',
  SCHEDULE_FOR_DISABLE: 'About to be disabled',
  UNVERIFIED: 'Not verified',
};

const sending: Words = { AVAILABLE: 'Available', LIMITED: 'Limited', BLOCKED: 'Blocked' };

const category: Words = { AUTHENTICATION: 'Authentication', MARKETING: 'Marketing', UTILITY: 'Utility' };

export const platform = {
  quality,
  nameStatus,
  limit,
  throughput,
  status,
  sending,
  sendingName: 'Sending',
  category,
  restrictedUntil: 'Restricted until',
  liftedByPlatform: 'the platform lifts it',
  paused: 'Paused in the business app',
  stale: 'The platform was last read more than a day ago.',
};
