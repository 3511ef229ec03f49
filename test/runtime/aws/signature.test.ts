import { createHash, createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import fc from 'fast-check';
import { signedHeaders } from '../../../lambdas/runtime/aws/signature.ts';

/** The hash that the SDK is given in Node.js. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = ArrayBuffer.isView(secret)
      ? Buffer.copyBytesFrom(new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength))
      : secret;
    this.#hash =
      key === undefined
        ? createHash('sha256')
        : createHmac('sha256', typeof key === 'object' ? new Uint8Array(key) : key);
  }
  update(chunk: Uint8Array | string): void {
    this.#hash.update(chunk);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()));
  }
  reset(): void {
    throw new Error('is not asked for');
  }
}

test("a request is signed as the SDK's own signer signs it", async () => {
  const word = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => /^[\w/+=-]+$/.test(text));
  const asked = fc.record({
    accessKeyId: word,
    secretAccessKey: word,
    sessionToken: fc.option(word, { nil: undefined }),
    region: fc.constantFrom('us-east-1', 'eu-central-1'),
    service: fc.constantFrom('dynamodb', 'kms'),
    now: fc.integer({ min: 0, max: 4_000_000_000_000 }),
    body: fc.string({ unit: 'binary' }),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ region, service, now, body, ...credentials }) => {
      const host = `${service}.${region}.amazonaws.com`;
      const [target, contentType] = ['DynamoDB_20120810.GetItem', 'application/x-amz-json-1.0'];
      const signer = new SignatureV4({ credentials, region, service, sha256: Sha256, applyChecksum: false });
      const headers = { host, 'content-type': contentType, 'x-amz-target': target };
      const request = { method: 'POST', protocol: 'https:', hostname: host, path: '/', headers, body };
      const theirs = await signer.sign(request, { signingDate: new Date(now) });
      const ours = signedHeaders({ host, region, service, target, contentType, body }, credentials, now);
      expect(ours).toEqual(theirs.headers);
    }),
  );
});
