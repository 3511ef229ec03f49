import { expect, it } from '@jest/globals';
import { verifyWithFallback } from '@octokit/webhooks-methods';
import { hasHubSignature, verifyEvent } from '../../packages/client/src/webhook.ts';
import { signatureVectors } from '../../tools/signatures/vectors.ts';

const { standard_webhooks: standard, x_hub_signature_256: hub } = signatureVectors();

it('the vectors contain the published ones, with their signatures', () => {
  expect(standard[0]).toMatchObject({
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    body: '{"test": 2432232314}',
  });
  expect(hub[0]).toMatchObject({
    secrets: ["It's a Secret to Everybody"],
    headers: {
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    },
    body: 'Hello, World!',
  });
});

it('the vectors have different names', () => {
  for (const names of [standard, hub].map((vectors) => vectors.map(({ name }) => name))) {
    expect(new Set(names).size).toBe(names.length);
  }
});

it.each(standard)('the client decides $name', async ({ secrets, now, headers, body, valid }) => {
  const verified = verifyEvent({ headers, body }, { secret: secrets, now: () => now * 1000 }).then(
    () => true,
    (error: unknown) => error instanceof SyntaxError && body === '',
  );
  expect(await verified).toBe(valid);
});

it.each(hub)('the client and the public verifier decide $name', async ({ secrets, headers, body, valid }) => {
  const tries = await Promise.allSettled(secrets.map((secret) => hasHubSignature({ headers, body }, secret)));
  expect(tries.some((one) => one.status === 'fulfilled' && one.value)).toBe(valid);
  const [secret = '', ...others] = secrets;
  // The verifier takes short secrets.
  if (tries.some(({ status }) => status === 'rejected')) return;
  const given = headers['x-hub-signature-256'] ?? '';
  // The verifier takes no empty body and no empty header.
  if (body !== '' && given !== '') expect(await verifyWithFallback(secret, body, given, others)).toBe(valid);
});
