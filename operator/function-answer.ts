import { z } from 'zod';
import { Failure } from './failure.ts';

/** The answer of the operator function to a command. */
const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.record(z.string(), z.unknown()) }),
  z.object({
    ok: z.literal(false),
    error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
  }),
]);

export type CommandResult = Readonly<Record<string, unknown>>;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws Failure `refused` with the service's error, `unreachable` when the answer has an unknown form */
export const readAnswer = (payload: string): CommandResult => {
  const read = answer.safeParse(parseJson(payload));
  if (!read.success) {
    throw new Failure(
      'unreachable',
      'unknown_answer',
      'the answer of the operator function has a form that this program does not know',
      {
        next: 'use the version of this program that was deployed with the stage',
        cause: read.error,
      },
    );
  }
  if (read.data.ok) return read.data.result;
  const { code, message, details } = read.data.error;
  throw new Failure('refused', code, message, { details });
};
