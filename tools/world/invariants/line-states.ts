interface Standing {
  readonly status: string;
}

/** Whether the platform has the line's number for it. */
export const isConnected = ({ status }: Standing): boolean => ['connected', 'degraded'].includes(status);

/** Whether the line has a number of its own, which no other line may take. */
export const hasNumber = (line: Standing): boolean => isConnected(line) || line.status === 'reconnect_required';
