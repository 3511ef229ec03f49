import type { Block } from '@swift-worker/time-index/block-list.ts';
import { emptySummary } from '@swift-worker/time-index/block-summary.ts';
import type { DeliveryIndex, IndexItem } from '@swift-worker/time-index/delivery-index.ts';
import type { DeliveryEvent, IndexedEvent } from '@swift-worker/time-index/event.ts';
import { packNewerList, packOlderList } from '@swift-worker/time-index/list-codec.ts';
import { packDay, packHourInstances, packOctave } from '@swift-worker/time-index/rollup-codec.ts';
import type { Bucket, InstanceTallies } from '@swift-worker/time-index/rollup.ts';
import { packed, segmentsOf } from '@swift-worker/time-index/segment.ts';
import { sortKeys } from '@swift-worker/time-index/sort-keys.ts';
import { emptyTally, plus, type Tally } from '@swift-worker/time-index/tally.ts';
import {
  daysInOctave,
  firstDayOfOctave,
  firstHourOfDay,
  hourLength,
  hoursInDay,
  inclusive,
  startOfHour,
  type Day,
  type Hour,
  type Octave,
} from '@swift-worker/time-index/time-grid.ts';

export interface SyntheticOptions {
  readonly first: Hour;
  readonly last: Hour;
  /** Events in each hour, at an even rate. */
  readonly perHour: number;
  readonly instances: readonly string[];
  /** Events in a block, and the segments of a block. */
  readonly blockSize: number;
  readonly segments: number;
}

/** Pseudo-random hexadecimal digits, the same for the same number. */
const digitsOf = (seed: number, length: number): string => {
  let [text, state] = ['', (seed * 2_654_435_761) >>> 0];
  while (text.length < length) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return text.slice(0, length);
};

/** A UUIDv7 whose last digits are the number. */
const idOf = (at: number, number: number): string => {
  const time = at.toString(16).padStart(12, '0');
  const dice = digitsOf(number, 6);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${dice.slice(0, 3)}-8${dice.slice(3)}-${number.toString(16).padStart(12, '0')}`;
};

export const numberOf = (event: { readonly id: string }): number => Number.parseInt(event.id.slice(24), 16);

const eventOf = (number: number, at: number, instances: SyntheticOptions['instances']): DeliveryEvent => {
  const messageId = `\x1d\x08${5_511_900_000_000 + (number % 1e8)}\x15\x02${digitsOf(number + 1, 18)}`;
  return {
    id: idOf(at, number),
    instance_id: instances[number % instances.length] ?? '',
    customer_id: '01920003-0000-7000-8000-000000000001',
    phone_number_id: '106540352242922',
    status: 'sent',
    client_message_id: null,
    request_id: null,
    template_id: null,
    campaign_id: null,
    recipient_user_id: null,
    user_id: null,
    recipient: null,
    error: null,
    message_id: `wamid.${Buffer.from(messageId).toString('base64')}`,
    template_name: 'order_confirmation_v2',
    recipient_hash: digitsOf(number + 2, 64),
    occurred_at: at,
    received_at: at + (number % 1_000),
  };
};

/** The events of an hour, and their list. */
const eventsIn = (options: SyntheticOptions) => {
  const { first, perHour, instances, blockSize, segments } = options;
  const blocksInHour = Math.ceil(perHour / blockSize);
  const olderBlocks = Math.max(0, blocksInHour - 12);
  const timeOf = (hour: Hour, place: number): number => startOfHour(hour) + Math.floor((place * hourLength) / perHour);
  const eventAt = (hour: Hour, place: number): IndexedEvent => {
    const number = (hour - first) * perHour + place;
    return {
      ...eventOf(number, timeOf(hour, place), instances),
      effect: { first: true, delivered: false, read: false, failed: 0, byRecipient: false },
    };
  };
  const blockAt = (hour: Hour, number: number): Block => {
    const count = Math.min(blockSize, perHour - number * blockSize);
    return {
      start: { at: timeOf(hour, number * blockSize), id: '' },
      count,
      bytes: 24_000,
      segments: inclusive(0, segments - 1).map((part) => digitsOf(hour * 100_000 + number * 16 + part, 10)),
      summary: { ...emptySummary, statuses: { ...emptySummary.statuses, sent: count } },
    };
  };
  const segmentItems = (hour: Hour, number: number): readonly IndexItem[] => {
    const block = blockAt(hour, number);
    const places = inclusive(number * blockSize, number * blockSize + block.count - 1);
    const events = places.map((place) => packed(eventAt(hour, place)));
    return block.segments.flatMap((name, part) =>
      segmentsOf(
        events.filter((_, place) => place % segments === part),
        1,
      ).map(({ body }) => ({
        sk: sortKeys.segment(block.start, name),
        version: 0,
        body,
      })),
    );
  };
  const listItems = (hour: Hour): readonly IndexItem[] => {
    const blocks = inclusive(0, blocksInHour - 1).map((number) => blockAt(hour, number));
    const { id, occurred_at: at } = eventAt(hour, perHour - 1);
    const newer = {
      newestId: id,
      last: { at, id },
      olderVersion: olderBlocks > 0 ? 30 : 0,
      states: { ...emptyTally, messages: perHour },
      blocks: blocks.slice(olderBlocks),
    };
    const item = { sk: sortKeys.list(hour), version: 700, body: packNewerList(hour, newer) };
    const older = {
      sk: sortKeys.olderList(hour),
      version: 30,
      body: packOlderList(hour, blocks.slice(0, olderBlocks)),
    };
    return olderBlocks > 0 ? [item, older] : [item];
  };
  return { blocksInHour, blockAt, segmentItems, listItems };
};

/** The counts by day, by octave and by instance. */
const countsIn = ({ first, last, perHour, instances }: SyntheticOptions) => {
  const tallyOf = (events: number): Tally => plus(emptyTally, { ...emptyTally, sent: events, messages: events });
  const bucketOf = (events: number): Bucket => ({ tally: tallyOf(events), errors: new Map() });
  const instancesOf = (events: number): InstanceTallies =>
    new Map(instances.map((instance) => [instance, tallyOf(Math.floor(events / instances.length))]));
  const hoursOf = (day: Day): readonly Hour[] =>
    inclusive(firstHourOfDay(day), firstHourOfDay(day) + hoursInDay - 1).filter(
      (hour) => hour >= first && hour <= last,
    );
  const dayItems = (day: Day): readonly IndexItem[] => {
    const hours = hoursOf(day);
    const rollup = {
      hours: new Map(hours.map((hour) => [hour, bucketOf(perHour)])),
      instances: instancesOf(hours.length * perHour),
    };
    return hours.length === 0 ? [] : [{ sk: sortKeys.day(day), version: 5_000, body: packDay(day, rollup) }];
  };
  const octaveItems = (octave: Octave): readonly IndexItem[] => {
    const firstDay = firstDayOfOctave(octave);
    const days = inclusive(firstDay, firstDay + daysInOctave - 1).filter((day) => hoursOf(day).length > 0);
    const rollupOf = (day: Day) => ({
      ...bucketOf(hoursOf(day).length * perHour),
      events: new Map(hoursOf(day).map((hour) => [hour, perHour])),
    });
    const rollup = {
      days: new Map(days.map((day) => [day, rollupOf(day)])),
      instances: instancesOf(days.length * hoursInDay * perHour),
    };
    return days.length === 0
      ? []
      : [{ sk: sortKeys.octave(octave), version: 40_000, body: packOctave(octave, rollup) }];
  };
  const instanceItems = (hour: Hour): readonly IndexItem[] =>
    hour < first || hour > last
      ? []
      : [{ sk: sortKeys.instances(hour), version: 700, body: packHourInstances(instancesOf(perHour)) }];
  return { dayItems, octaveItems, instanceItems };
};

/** A scope's index of any size. Its items are generated when they are read, as a fold would have written them. */
export const syntheticIndex = (options: SyntheticOptions): DeliveryIndex => {
  const { blocksInHour, blockAt, segmentItems, listItems } = eventsIn(options);
  const { dayItems, octaveItems, instanceItems } = countsIn(options);
  const { first, last } = options;
  /** The segments of an hour that a range of sort keys may reach. */
  const segmentsBetween = (hour: Hour, from: string, to: string): readonly IndexItem[] =>
    inclusive(0, blocksInHour - 1)
      .filter((number) => {
        const key = sortKeys.segment(blockAt(hour, number).start, '');
        return `${key}~` >= from && key <= to;
      })
      .flatMap((number) => segmentItems(hour, number));
  const eventItems = (hour: Hour, from: string, to: string): readonly IndexItem[] => {
    if (hour < first || hour > last) return [];
    return from > sortKeys.olderList(hour) || to === sortKeys.list(hour)
      ? segmentsBetween(hour, from, to)
      : [...listItems(hour), ...segmentsBetween(hour, from, to)];
  };
  const itemsBetween = (from: string, to: string): readonly IndexItem[] => {
    const numberIn = (key: string): number => Number(key.slice(2, 9));
    const all = inclusive(numberIn(from), numberIn(to)).flatMap((index) => {
      if (from.startsWith('C')) return [];
      if (from.startsWith('O')) return octaveItems(index);
      if (from.startsWith('D')) return dayItems(index);
      return from.startsWith('L') ? instanceItems(index) : eventItems(index, from, to);
    });
    return all.filter(({ sk }) => sk >= from && sk <= to).sort((left, right) => (left.sk < right.sk ? -1 : 1));
  };
  const one = (sk: string): readonly IndexItem[] =>
    sk.startsWith('E#') ? listItems(Number(sk.slice(2, 9))).filter((item) => item.sk === sk) : itemsBetween(sk, sk);
  const unchanging = () => Promise.reject(new Error('a synthetic index does not change'));
  return {
    get: (_, keys) => Promise.resolve(new Map(keys.flatMap(one).map((item) => [item.sk, item]))),
    range: (_, { first: from, last: to }) => Promise.resolve(itemsBetween(from, to)),
    putSegments: unchanging,
    commit: unchanging,
    remove: unchanging,
  };
};
