import { isTransient } from '../packages/client/src/retry.ts';
import { ConnectionLost, Refusal } from '../packages/client/src/refusal.ts';
import { visible } from '../packages/terminal/src/visible.ts';
import type { Feed } from './feed.ts';
import type { Forward } from './forward.ts';
import type { Lines } from './lines.ts';

export interface Following {
  readonly feed: Feed;
  /** Whether events of a type are forwarded. */
  readonly wants: (type: string) => boolean;
  readonly forward: Forward;
  readonly lines: Lines;
  readonly wait: (milliseconds: number) => Promise<unknown>;
}

/** Milliseconds between two readings of the list. */
export const interval = 2_000;
/** Milliseconds after a reading that failed. */
const afterError = 10_000;

const mayPass = (error: unknown): boolean =>
  error instanceof ConnectionLost || (error instanceof Refusal && isTransient(error.status, error.code));

const forwardNews = async ({ feed, wants, forward, lines }: Following): Promise<void> => {
  for (const event of await feed.news()) {
    if (wants(event.type)) {
      const opened = await feed.open(event);
      if (opened === null)
        lines.say(`          ${visible(event.id)} is not forwarded: its content is no longer stored`);
      else await forward(opened);
    }
    feed.taken(event);
  }
};

/** Forwards new events until it is aborted or the service refuses the calls. @throws Refusal; the reason of an abort */
export const follow = async (following: Following): Promise<never> => {
  for (;;) {
    try {
      await forwardNews(following);
      await following.wait(interval);
    } catch (error) {
      if (!mayPass(error)) throw error;
      following.lines.say('          The service does not answer now. It is asked again in 10 s');
      await following.wait(afterError);
    }
  }
};
