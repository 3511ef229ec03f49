import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import { errorKey, type ErrorCount, type ErrorTally } from './error-tally.ts';
import type { Bucket, DayRollup, InstanceTallies, OctaveDay, OctaveRollup } from './rollup.ts';
import { readTally, writeTally } from './tally-codec.ts';
import type { Tally } from './tally.ts';
import { firstDayOfOctave, firstHourOfDay, type Day, type Hour, type Octave } from './time-grid.ts';
import { readErrorCode, readOptionalText, writeErrorCode, writeOptionalText } from './event-codec.ts';

/** The binary format of rollups: a version, only non-zero counts, and indexes relative to the node. */

const versions = { day: 1, octave: 1, hourInstances: 1 } as const;

const writeInstances = (writer: ByteWriter, instances: InstanceTallies): void => {
  writer.count(instances.size);
  for (const [instance, tally] of instances) writeTally(writer.uuid(instance), tally);
};

const readInstances = (reader: ByteReader): InstanceTallies => {
  const instances = new Map<string, Tally>();
  for (let left = reader.count(); left > 0; left -= 1) instances.set(reader.uuid(), readTally(reader));
  return instances;
};

/** The errors of a node with their titles. A node holds a title once, however many of its buckets count the error. */
const dictionaryOf = (buckets: Iterable<Bucket>): ErrorTally => {
  const newest = new Map<string, ErrorCount>();
  for (const { errors } of buckets) {
    for (const [key, error] of errors) {
      const existing = newest.get(key);
      if (existing === undefined || (error.title !== null && error.titleFrom > existing.titleFrom))
        newest.set(key, error);
    }
  }
  return newest;
};

/** The most error codes that a node counts. Further codes are not counted. */
export const maxCodes = 100;

/** Whether a node may have codes that it does not count. @param buckets all of the node */
export const mayLackCodes = (buckets: Iterable<Bucket>): boolean =>
  new Set(Array.from(buckets, ({ errors }) => Array.from(errors.keys())).flat()).size >= maxCodes;

const writeDictionary = (writer: ByteWriter, dictionary: ErrorTally): readonly string[] => {
  const keys = Array.from(dictionary.keys()).slice(0, maxCodes);
  writer.count(keys.length);
  for (const key of keys) {
    const error = dictionary.get(key);
    writeErrorCode(writer, error?.code ?? null);
    writeOptionalText(writer, error?.title ?? null);
    if (error !== undefined && error.title !== null) writer.uuid(error.titleFrom);
  }
  return keys;
};

const readDictionary = (reader: ByteReader): readonly Omit<ErrorCount, 'count'>[] =>
  Array.from({ length: reader.count() }, () => {
    const code = readErrorCode(reader);
    const title = readOptionalText(reader);
    return { code, title, titleFrom: title === null ? '' : reader.uuid() };
  });

const writeBucket = (writer: ByteWriter, bucket: Bucket, keys: readonly string[]): void => {
  writeTally(writer, bucket.tally);
  const counted = keys.flatMap((key, index) => {
    const error = bucket.errors.get(key);
    return error === undefined ? [] : [[index, error.count] as const];
  });
  writer.count(counted.length);
  for (const [index, count] of counted) writer.count(index).count(count);
};

const readBucket = (reader: ByteReader, dictionary: readonly Omit<ErrorCount, 'count'>[]): Bucket => {
  const tally = readTally(reader);
  const errors = new Map<string, ErrorCount>();
  for (let left = reader.count(); left > 0; left -= 1) {
    const error = dictionary[reader.count()];
    const count = reader.count();
    if (error !== undefined) errors.set(errorKey(error.code), { ...error, count });
  }
  return { tally, errors };
};

export const packDay = (day: Day, rollup: DayRollup): Uint8Array => {
  const writer = new ByteWriter().byte(versions.day);
  const keys = writeDictionary(writer, dictionaryOf(rollup.hours.values()));
  writer.count(rollup.hours.size);
  for (const [hour, bucket] of rollup.hours) writeBucket(writer.count(hour - firstHourOfDay(day)), bucket, keys);
  writeInstances(writer, rollup.instances);
  return writer.done();
};

const readDay1 = (day: Day, reader: ByteReader): DayRollup => {
  const dictionary = readDictionary(reader);
  const hours = new Map<Hour, Bucket>();
  for (let left = reader.count(); left > 0; left -= 1) {
    hours.set(firstHourOfDay(day) + reader.count(), readBucket(reader, dictionary));
  }
  return { hours, instances: readInstances(reader) };
};

/** @throws UnknownVersion */
export const unpackDay = (day: Day, bytes: Uint8Array): DayRollup => {
  const reader = new ByteReader(bytes);
  return decoderOf('delivery-day', reader.byte(), { 1: readDay1 })(day, reader);
};

export const packOctave = (octave: Octave, rollup: OctaveRollup): Uint8Array => {
  const writer = new ByteWriter().byte(versions.octave);
  const keys = writeDictionary(writer, dictionaryOf(rollup.days.values()));
  writer.count(rollup.days.size);
  for (const [day, bucket] of rollup.days) {
    writeBucket(writer.count(day - firstDayOfOctave(octave)), bucket, keys);
    writer.count(bucket.events.size);
    for (const [hour, events] of bucket.events) writer.count(hour - firstHourOfDay(day)).count(events);
  }
  writeInstances(writer, rollup.instances);
  return writer.done();
};

const readOctave1 = (octave: Octave, reader: ByteReader): OctaveRollup => {
  const dictionary = readDictionary(reader);
  const days = new Map<Day, OctaveDay>();
  for (let left = reader.count(); left > 0; left -= 1) {
    const day = firstDayOfOctave(octave) + reader.count();
    const bucket = readBucket(reader, dictionary);
    const events = new Map<Hour, number>();
    for (let hours = reader.count(); hours > 0; hours -= 1)
      events.set(firstHourOfDay(day) + reader.count(), reader.count());
    days.set(day, { ...bucket, events });
  }
  return { days, instances: readInstances(reader) };
};

/** @throws UnknownVersion */
export const unpackOctave = (octave: Octave, bytes: Uint8Array): OctaveRollup => {
  const reader = new ByteReader(bytes);
  return decoderOf('delivery-octave', reader.byte(), { 1: readOctave1 })(octave, reader);
};

export const packHourInstances = (instances: InstanceTallies): Uint8Array => {
  const writer = new ByteWriter().byte(versions.hourInstances);
  writeInstances(writer, instances);
  return writer.done();
};

/** @throws UnknownVersion */
export const unpackHourInstances = (bytes: Uint8Array): InstanceTallies => {
  const reader = new ByteReader(bytes);
  return decoderOf('delivery-hour-instances', reader.byte(), { 1: readInstances })(reader);
};
