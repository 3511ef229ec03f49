import { z } from 'zod';
import { newId } from '../../../lambdas/runtime/clock.ts';
import type { Ask } from '../../access-patterns/scenario.ts';
import type { Stage } from '../../processes/stage.ts';

export type Given = Readonly<Record<string, unknown>>;

/** The ids in the answers of commands. */
const answer = z.object({
  customer: z.object({ customer_id: z.string() }).optional(),
  instance: z.object({ id: z.string() }).optional(),
  import: z.object({ id: z.string() }).optional(),
  sync: z.object({ id: z.string() }).optional(),
  resend: z.object({ id: z.string() }).optional(),
  migration: z.object({ id: z.string() }).optional(),
  member: z.object({ id: z.string() }).optional(),
  items: z.array(z.looseObject({ id: z.string().optional() })).optional(),
});
type Answer = z.infer<typeof answer>;

/** Makes a call that must succeed. Commands have an idempotency key. */
export const call = async (
  stage: Stage,
  method: Ask['method'],
  route: string,
  given: Given,
  bearer?: string,
): Promise<Answer> => {
  const { clock } = stage.surroundings;
  // The clock goes on, so that no two changes have one time.
  clock.pass(1_000);
  const key = method === 'GET' ? {} : { key: newId(clock.now()) };
  return answer.parse(await stage.prepared(route, { method, given, ...key, ...(bearer !== undefined && { bearer }) }));
};

export const operate = async (stage: Stage, command: string, input: Given): Promise<void> => {
  stage.surroundings.clock.pass(1_000);
  await stage.scene.service.operate(command, input);
};

/** @throws Error when an answer has no such id */
export const idIn = (id: string | undefined): string => {
  if (id === undefined) throw new Error('the answer has no id');
  return id;
};
