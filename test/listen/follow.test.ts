import { afterAll, expect, test } from '@jest/globals';
import { openFeed } from '../../listen/feed.ts';
import { follow } from '../../listen/follow.ts';
import type { ForwardedEvent } from '../../listen/forwarded-event.ts';
import { hangUp, refusal, stopServices } from '../client/scripted-service.ts';
import { eventOf, listedEvents, startedAt, theEnd } from './listed-events.ts';

afterAll(stopServices);

type Stage = Awaited<ReturnType<typeof listedEvents>>;

/** Follows for so many rounds. @param before each but the first round @returns what was forwarded and said */
const followed = async (
  stage: Stage,
  rounds: readonly (() => void)[],
  { accepts = true, wants = () => true }: { accepts?: boolean; wants?: (type: string) => boolean } = {},
): Promise<{ readonly forwarded: readonly ForwardedEvent[]; readonly said: readonly string[] }> => {
  const forwarded: ForwardedEvent[] = [];
  const said: string[] = [];
  const left = rounds.values();
  const feed = openFeed(stage.client, startedAt);
  await feed.skip();
  const ended = follow({
    feed,
    wants,
    forward: (event) => {
      forwarded.push(event);
      return Promise.resolve(accepts);
    },
    lines: { say: (text) => said.push(text), forwarded: () => undefined, givenUp: () => undefined },
    wait: () => {
      const next = left.next();
      if (next.done === true) throw theEnd;
      next.value();
      return Promise.resolve();
    },
  });
  await expect(ended).rejects.toBe(theEnd);
  return { forwarded, said };
};

const idsOf = ({ forwarded }: { readonly forwarded: readonly ForwardedEvent[] }) => forwarded.map(({ id }) => id);

test('events from before the start are not forwarded, new ones once, with the exact body', async () => {
  const stage = await listedEvents();
  stage.listed = [eventOf('a', 1, -30)];
  const all = await followed(stage, [
    () => {
      stage.listed = [eventOf('a', 1, -30), eventOf('a', 2, 1)];
    },
    () => undefined,
    () => {
      stage.listed = [...stage.listed, eventOf('b', 1, 4)];
    },
    () => undefined,
  ]);
  expect(idsOf(all)).toEqual(['a-2', 'b-1']);
  expect(all.forwarded[0]?.body).toBe('{"id":"a-2","name":"Café 東京"}');
});

test('the events of a customer are forwarded in the order of sequence, also when their times are not in it', async () => {
  const stage = await listedEvents();
  const all = await followed(stage, [
    () => {
      stage.listed = [
        eventOf('a', 3, 2),
        eventOf('a', 2, 3),
        eventOf('b', 1, 1),
        eventOf('a', 1, 4),
        eventOf('b', 2, 5),
      ];
    },
  ]);
  expect(idsOf(all)).toEqual(['b-1', 'a-1', 'a-2', 'a-3', 'b-2']);
});

test('an earlier event of the customer that is not listed yet goes first, and is not forwarded again when it is listed', async () => {
  const stage = await listedEvents();
  const all = await followed(stage, [
    () => {
      stage.listed = [eventOf('a', 2, 2)];
      stage.committed = [eventOf('a', 1, 1)];
    },
    () => {
      stage.listed = [eventOf('a', 1, 1), eventOf('a', 2, 2)];
      stage.committed = [];
    },
  ]);
  expect(idsOf(all)).toEqual(['a-1', 'a-2']);
});

test('an event that is listed late, behind newer ones of other customers, is forwarded', async () => {
  const stage = await listedEvents();
  const all = await followed(stage, [
    () => {
      stage.listed = [eventOf('b', 1, 40)];
    },
    () => {
      stage.listed = [eventOf('b', 1, 40), eventOf('a', 1, 25)];
    },
  ]);
  expect(idsOf(all)).toEqual(['b-1', 'a-1']);
});

test('more events than a page are all forwarded, and the list begins later as time passes', async () => {
  const stage = await listedEvents();
  const many = Array.from({ length: 450 }, (_, index) => eventOf('a', index + 1, index));
  const all = await followed(stage, [
    () => {
      stage.listed = many;
    },
    () => undefined,
  ]);
  expect(idsOf(all)).toEqual(many.map(({ id }) => id));
  // Ten minutes before the start, and at the end two minutes before the newest event.
  expect([stage.ranges[0], stage.ranges.at(-1)]).toEqual(['2026-03-01T11:50:00.000Z', '2026-03-01T12:05:29.000Z']);
});

test('an event that is not accepted blocks no other and does not come again', async () => {
  const stage = await listedEvents();
  const listing = () => {
    stage.listed = [eventOf('a', 1, 1), eventOf('a', 2, 2)];
  };
  expect(idsOf(await followed(stage, [listing, () => undefined], { accepts: false }))).toEqual(['a-1', 'a-2']);
});

test('an event whose content is no longer stored is named, and the next one is forwarded', async () => {
  const stage = await listedEvents();
  stage.erased.add('a-1');
  const all = await followed(stage, [
    () => {
      stage.listed = [eventOf('a', 1, 1), eventOf('a', 2, 2)];
    },
  ]);
  expect(idsOf(all)).toEqual(['a-2']);
  expect(all.said).toEqual([expect.stringContaining('a-1 is not forwarded: its content is no longer stored')]);
});

test('a service that does not answer for a time loses no event', async () => {
  const stage = await listedEvents();
  const all = await followed(stage, [
    () => {
      stage.listed = [eventOf('a', 1, 1)];
      stage.failures.push(hangUp);
    },
    () => {
      stage.failures.push(refusal(503, 'temporarily_unavailable'));
    },
    () => undefined,
    () => undefined,
  ]);
  expect(idsOf(all)).toEqual(['a-1']);
  expect(all.said).toHaveLength(2);
});

test('only the events of the wanted kinds are forwarded', async () => {
  const stage = await listedEvents();
  const all = await followed(
    stage,
    [
      () => {
        stage.listed = [
          { ...eventOf('a', 1, 1), type: 'service.partner.customer.moved' },
          eventOf('a', 2, 2),
          { ...eventOf('b', 1, 3), type: 'service.partner.customer.moved' },
        ];
      },
      () => undefined,
    ],
    { wants: (type) => type === 'service.partner.customer.updated' },
  );
  expect(idsOf(all)).toEqual(['a-2']);
});
