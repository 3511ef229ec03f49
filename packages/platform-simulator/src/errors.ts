/** A refusal, with the platform's error envelope. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, facts: ErrorFacts) {
    super(facts.message);
    this.status = status;
    this.body = envelope(facts);
  }
}

export interface ErrorFacts {
  readonly code: number;
  readonly subcode?: number;
  readonly type?: 'OAuthException' | 'GraphMethodException';
  readonly message: string;
  /** The additional text of messaging errors, in `error_data`. */
  readonly details?: string;
  readonly userTitle?: string;
  readonly userMessage?: string;
  readonly isTransient?: boolean;
}

export function envelope(facts: ErrorFacts): unknown {
  return {
    error: {
      message: facts.message,
      type: facts.type ?? 'OAuthException',
      code: facts.code,
      ...(facts.details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details: facts.details } }),
      ...(facts.subcode === undefined ? {} : { error_subcode: facts.subcode }),
      ...(facts.isTransient === undefined ? {} : { is_transient: facts.isTransient }),
      ...(facts.userTitle === undefined ? {} : { error_user_title: facts.userTitle }),
      ...(facts.userMessage === undefined ? {} : { error_user_msg: facts.userMessage }),
      fbtrace_id: `A${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`,
    },
  };
}

export function invalidParameter(message: string, more: Partial<ErrorFacts> = {}): PlatformError {
  return new PlatformError(400, { code: 100, message: `(#100) ${message}`, ...more });
}

export function gone(method: string, id: string): PlatformError {
  return new PlatformError(400, {
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, ` +
      'cannot be loaded due to missing permissions, or does not support this operation.',
  });
}

export function unknownPath(path: string): PlatformError {
  return new PlatformError(400, { code: 2500, message: `Unknown path components: ${path}` });
}

export function invalidToken(): PlatformError {
  return new PlatformError(401, { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });
}

export const EXPIRED_TOKEN = {
  code: 190,
  subcode: 463,
  message: 'Error validating access token: Session has expired.',
};

/** The customer removed the app. */
export const uninstalledToken = (appId: string): typeof EXPIRED_TOKEN => ({
  code: 190,
  subcode: 458,
  message: `Error validating access token: The user has not authorized application ${appId}.`,
});

export function permissionDenied(code: 10 | 200): PlatformError {
  return new PlatformError(403, {
    code,
    message:
      code === 10
        ? '(#10) Application does not have permission for this action'
        : '(#200) You do not have the necessary permissions required to perform this operation.',
  });
}

/** 400 and not 429, as the page of error codes says, so that a client that relies on the HTTP status fails here. */
export function throttled(): PlatformError {
  return new PlatformError(400, {
    code: 80007,
    message: '(#80007) There have been too many calls to this WhatsApp Business account.',
  });
}

/** The HTTP statuses other than 400. https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const STATUSES: Readonly<Record<number, number>> = {
  2: 503,
  3: 500,
  10: 403,
  190: 401,
  200: 403,
  368: 403,
  130497: 403,
  131000: 500,
  131005: 403,
  131016: 500,
  131031: 403,
  131045: 500,
  131057: 500,
  132001: 404,
  133000: 500,
  133004: 503,
};

export function messagingError(code: number, message: string, details: string): PlatformError {
  return new PlatformError(STATUSES[code] ?? 400, { code, message: `(#${code}) ${message}`, details });
}

/** The body of a fault's answer when the fault has none. */
export function standardFault(status: number): unknown {
  if (status === 401) return envelope({ code: 190, message: 'Invalid OAuth access token' });
  if (status === 403) return envelope({ code: 10, message: '(#10) Application does not have permission' });
  if (status === 429) {
    return envelope({ code: 4, message: '(#4) Application request limit reached', isTransient: true });
  }
  if (status >= 500) {
    return envelope({ code: 2, message: 'An unexpected error has occurred. Please retry later.', isTransient: true });
  }
  return status >= 400 ? envelope({ code: 1, message: 'An unknown error occurred' }) : {};
}
