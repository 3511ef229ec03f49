/**
 * The messages of the sign-up's window.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
 */

export interface WindowMessage {
  /** The message's JSON, as it came. */
  readonly text: string;
  /** Whether the sign-up was finished; otherwise it was left, or an error was reported. */
  readonly isFinish: boolean;
}

/** Longer ones are not of the sign-up. */
const longest = 8_000;

/**
 * Whether a message comes from the platform: its dialog's domain or one below, by the same protocol. A domain that only ends
 * with the same letters is another: https://github.com/novuhq/novu/issues/11591
 */
export const isFromPlatform = (origin: string, dialogUrl: string): boolean => {
  const dialog = new URL(dialogUrl);
  // The origin of a sandboxed frame is `null`, which is no URL.
  if (!/^https?:/.test(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  const domain = dialog.hostname.replace(/^www\./, '');
  return (
    protocol === dialog.protocol && port === dialog.port && (hostname === domain || hostname.endsWith(`.${domain}`))
  );
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Null for every other message: the platform's script sends some of its own. */
export const windowMessageOf = (data: unknown): WindowMessage | null => {
  if (typeof data !== 'string' || data.length > longest) return null;
  const message = parsed(data);
  if (!isRecord(message) || message['type'] !== 'WA_EMBEDDED_SIGNUP') return null;
  const { event } = message;
  if (typeof event !== 'string') return null;
  const isFinish = event.startsWith('FINISH');
  return isFinish || event === 'CANCEL' || event === 'ERROR' ? { text: data, isFinish } : null;
};
