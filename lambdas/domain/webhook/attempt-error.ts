/** Why an attempt failed, as a partner reads it. */
export interface AttemptError {
  readonly code: string;
  readonly message: string;
}

const messages: Readonly<Record<string, string>> = {
  refused_url: 'The URL of the endpoint is not allowed.',
  refused_address: 'The host of the endpoint has no public address.',
  dns: 'The host of the endpoint was not found.',
  connect: 'No connection to the endpoint could be made.',
  tls: 'The TLS handshake with the endpoint failed.',
  timeout: 'The endpoint did not answer in time.',
  handed_over: 'The endpoint did not answer within 5 seconds. The event is sent again with a longer time limit.',
  reset: 'The connection ended before a complete response.',
  protocol: 'The response was not valid HTTP.',
};

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** @param error the reason without a response @returns null when the endpoint answered with 2xx */
export const attemptErrorOf = (attempt: {
  readonly status: number | null;
  readonly error: string | null;
}): AttemptError | null => {
  const { status, error } = attempt;
  if (error !== null) return { code: error, message: messages[error] ?? 'There was no response.' };
  if (status === null || isSuccess(status)) return null;
  return { code: `http_${status}`, message: `The endpoint answered with status ${status}.` };
};
