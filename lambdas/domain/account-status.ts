/** The platform refuses calls about the account for a lock. Unlike the others, it is a word of the service. */
export const lockedStatus = 'LOCKED';

const bans: ReadonlySet<string | null> = new Set(['SCHEDULE_FOR_DISABLE', 'DISABLE']);

/** Whether a status is a ban of the business account, scheduled or in force. Callbacks begin and end it. */
export const isBan = (status: string | null): boolean => bans.has(status);

/** Whether a status is of the business account. It stands in place of the number's, and no answer about the number ends it. */
export const isOfAccount = (status: string | null): boolean => isBan(status) || status === lockedStatus;
