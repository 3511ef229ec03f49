/** What ended an attempt without an answer, as the runtimes say it. */
import type { LostReason } from './refusal.ts';

interface Fault {
  readonly reason: LostReason;
  /** The words of the runtime. */
  readonly said: string;
}

/** An error has the one that it came of in `cause`. */
const chainOf = (error: unknown): readonly object[] => {
  const chain: object[] = [];
  for (let one = error; typeof one === 'object' && one !== null && chain.length < 8;) {
    chain.push(one);
    one = 'cause' in one ? one.cause : undefined;
  }
  return chain;
};

const textAt = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
};

/** The codes of Node.js and Bun, and words of Deno, which has no codes. https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const signs: readonly (readonly [RegExp, LostReason])[] = [
  [/^(TimeoutError|HEADERS_TIMEOUT|UND_ERR_\w*TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(ENOTFOUND|EAI_NONAME)$|failed to lookup address/, 'address'],
  // Only after the handshake, so that the request may have been sent.
  [/bad.record.mac|decryption.failed|bad.decrypt|unexpected.(record|message)|alert.internal.error/i, 'connection'],
  [
    /CERT|ERR_SSL|^ERR_TLS_(?!HANDSHAKE_TIMEOUT)|UNABLE_TO_VERIFY|^EPROTO$|certificate|InvalidContentType/,
    'certificate',
  ],
  [
    /^(Z_|ZlibError|BrotliDecompressionError|ERR_)?\w*(_DATA_ERROR|_BUF_ERROR)$|Decompress|ZlibError|corrupt deflate/,
    'malformed',
  ],
];

/** The reason of an error that `fetch` or the reading of an answer threw. */
export const faultOf = (error: unknown): Fault => {
  const chain = chainOf(error);
  const last = chain.at(-1);
  const said =
    last === undefined ? String(error) : [textAt(last, 'message'), textAt(last, 'code')].filter(Boolean).join(' ');
  for (const [sign, reason] of signs) {
    const isSign = (one: object): boolean => ['name', 'code', 'message'].some((name) => sign.test(textAt(one, name)));
    if (chain.some(isSign)) return { reason, said };
  }
  return { reason: 'connection', said };
};
