import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { signedHeaders, signingSecretFrom } from '../../../lambdas/domain/webhook/signature.ts';
import type { Section } from '../section.ts';
import { median } from '../speed/statistics.ts';

const name = 'standardwebhooks and svix';
const rounds = 21;
const events = 2_000;
const secret = signingSecretFrom(Buffer.alloc(32, 7));
const text = JSON.stringify({ type: 'service.partner.customer.updated', data: 'x'.repeat(1_000) });
const bytes = Buffer.from(text);
const at = new Date(Date.UTC(2026, 4, 20));
const peers = [new StandardWebhook(secret), new SvixWebhook(secret)];

/** Microseconds an event. */
const timed = (sign: () => unknown): number => {
  const began = performance.now();
  for (let event = 0; event < events; event += 1) sign();
  return ((performance.now() - began) * 1_000) / events;
};

/** Signing an event of 1 KB, with two signatures, compared with the libraries of Standard Webhooks and of Svix, which make one each. */
export const signing: Section = {
  name: 'webhook-signing',
  measure: () => {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(timed(() => signedHeaders([secret], 'event-1', at.getTime(), bytes)));
      theirs.push(timed(() => peers.map((peer) => peer.sign('event-1', at, text))));
    }
    const [mine, its] = [median(ours), median(theirs)];
    return Promise.resolve([
      {
        title: `Signing an event of 1 KB, ${rounds} × ${events} in turn (microseconds, median)`,
        head: ['ours', name, 'ratio', 'ours, events a second'],
        rows: [[mine, its, mine / its, Math.round(1e6 / mine)]],
        goals: [
          {
            row: 'the two signatures of an event',
            unit: 'µs',
            ours: mine,
            peer: { name, figure: its },
            goal: { of: 'ratio', most: 0.8 },
          },
        ],
      },
    ]);
  },
};
