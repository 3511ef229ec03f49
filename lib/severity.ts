/** How urgent an alarm is. `page`: somebody acts at once. `ticket`: somebody looks on the next working day. */
export const severities = ['page', 'ticket'] as const;
export type Severity = (typeof severities)[number];

/** The logical id of the topic of each severity. */
export const topicIds = { page: 'PageTopic', ticket: 'TicketTopic' } as const satisfies Record<Severity, string>;
