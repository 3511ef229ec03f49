/** The statuses of lines that wait for their customers, those first that sent before. */
export const waitingStatuses = ['reconnect_required', 'awaiting_connection'] as const;
