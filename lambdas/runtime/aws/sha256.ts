import { createHash, createHmac } from 'node:crypto';

type Secret = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (secret: Secret): string | Uint8Array => {
  if (typeof secret === 'string') return secret;
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
};

/** The hash of the SDK's signer. The SDK's own class bundles an implementation for runtimes without `node:crypto`. */
export class Sha256 {
  readonly #hash;

  constructor(secret?: Secret) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(chunk: Uint8Array): void {
    this.#hash.update(chunk);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): never {
    throw new Error('the signer uses each hash once');
  }
}
