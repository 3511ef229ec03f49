import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

type Secret = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (secret: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);

/** Node.js takes longer to prepare bytes as a key than to sign with it. The signer keeps its signing key for a day. */
const prepared = new WeakMap<object, KeyObject>();

const keyOf = (secret: ArrayBuffer | ArrayBufferView): KeyObject => {
  const known = prepared.get(secret);
  if (known !== undefined) return known;
  const key = createSecretKey(bytesOf(secret));
  prepared.set(secret, key);
  return key;
};

/** The last code under a text: for each request the signer makes the code of the credentials' id, by which it finds its signing key. */
let last: { readonly secret: string; readonly data: Uint8Array; readonly code: Uint8Array } | undefined;

const codeUnderText = (secret: string, data: Uint8Array): Uint8Array => {
  if (last?.secret === secret && Buffer.compare(last.data, data) === 0) return last.code;
  const code = createHmac('sha256', secret).update(data).digest();
  last = { secret, data, code };
  return code;
};

const nothing = new Uint8Array();

/** The hash of the SDK's signer. The SDK's own class bundles an implementation for runtimes without `node:crypto`. */
export class Sha256 {
  readonly #secret: Secret | undefined;
  #data: Uint8Array = nothing;

  constructor(secret?: Secret) {
    this.#secret = secret;
  }

  update(chunk: Uint8Array): void {
    if (this.#data !== nothing) throw new Error('the signer updates each hash once');
    this.#data = chunk;
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#digest());
  }

  reset(): never {
    throw new Error('the signer uses each hash once');
  }

  #digest(): Uint8Array {
    const secret = this.#secret;
    if (secret === undefined) return hash('sha256', this.#data, 'buffer');
    if (typeof secret === 'string') return codeUnderText(secret, this.#data);
    return createHmac('sha256', keyOf(secret)).update(this.#data).digest();
  }
}
