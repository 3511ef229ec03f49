import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Stage } from '../stage.ts';
import { enter, unentered } from './entered.ts';

export const reservation = z.object({ function: z.string(), from: z.number(), to: z.number(), unentered });

/** @throws Failure when the function already has as much, or shares what the account leaves: a reservation would be its cap */
export const raisable = async ({ cloud }: Stage, name: string, to: number): Promise<number> => {
  const from = await cloud.reservation(name);
  if (from === null) {
    const next = 'raise the quota of concurrent executions of the account';
    throw new Failure('refused', 'invalid_state', `${name} reserves none: a reservation would cap it`, { next });
  }
  if (from >= to) {
    const next = `give --to a higher number than ${from}`;
    throw new Failure('usage', 'not_raised', `${name} already reserves ${from}`, { next });
  }
  return from;
};

/** @throws Failure when AWS refuses it, or does not show it afterwards */
export const raiseReservation = async (
  stage: Stage,
  name: string,
  to: number,
): Promise<z.infer<typeof reservation>> => {
  const from = await raisable(stage, name, to);
  const why = await enter(stage, 'fix reservation', { function: name, to });
  await stage.cloud.reserve(name, to);
  const now = await stage.cloud.reservation(name);
  if (now !== to) throw new Failure('refused', 'invalid_state', `${name} reserves ${now ?? 'none'} and not ${to}`);
  return { function: name, from, to, unentered: why };
};
