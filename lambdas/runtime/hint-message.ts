import * as z from 'zod/mini';
import type { DueHint } from '../kernel/due.ts';
import { queueText } from './queue-text.ts';

/** A hint as the text of a queue message. */
export const hintText = ({ pk, sk }: DueHint): string => queueText({ pk, sk });

const hintMessage = z.object({ pk: z.string(), sk: z.string() });

/** @throws Error when the text is not a hint */
export const hintIn = (body: string): DueHint => hintMessage.parse(JSON.parse(body));
