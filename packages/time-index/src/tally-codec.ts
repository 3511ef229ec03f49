import type { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { codeTable } from '@swift-worker/stored-forms/stored-form.ts';
import { emptyTally, type Tally } from './tally.ts';

/** A bit for each count that is not zero. The counts follow in the order of their bits. */
const tallyBits = codeTable<keyof Tally>({
  sent: 1,
  delivered: 2,
  read: 4,
  failed: 8,
  deleted: 16,
  messages: 32,
  messages_delivered: 64,
  messages_read: 128,
  messages_failed: 256,
  messages_failed_by_recipient: 512,
});

export const writeTally = (writer: ByteWriter, tally: Tally): void => {
  writer.count(tallyBits.words.reduce((bits, field) => bits + (tally[field] === 0 ? 0 : tallyBits.codes[field]), 0));
  for (const field of tallyBits.words) if (tally[field] !== 0) writer.integer(tally[field]);
};

export const readTally = (reader: ByteReader): Tally => {
  const present = reader.count();
  const tally: Record<keyof Tally, number> = { ...emptyTally };
  for (const field of tallyBits.words) if ((present & tallyBits.codes[field]) !== 0) tally[field] = reader.integer();
  return tally;
};
