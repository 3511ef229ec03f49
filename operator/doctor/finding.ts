import { z } from 'zod';

/** `problem`: something does not work. `warning`: it works badly, or will soon fail. `note`: information. */
export const severities = ['problem', 'warning', 'note'] as const;

export const finding = z.object({
  /** A name for programs. */
  code: z.string(),
  severity: z.enum(severities),
  what: z.string(),
  since: z.string().nullable(),
  /** Ids of the affected records, up to ten; or the missing settings, each with what does not work. */
  subjects: z.array(z.string()),
  /** The steps to take, in order. Commands are those of this program. */
  cures: z.array(z.object({ action: z.string(), command: z.string().nullable() })),
});
export type Finding = z.infer<typeof finding>;
type Cure = Finding['cures'][number];

export const cure = (action: string, command: string | null = null): Cure => ({ action, command });

export const found = (
  code: string,
  severity: Finding['severity'],
  what: string,
  cures: readonly Cure[],
  about: { readonly since?: string | null; readonly subjects?: readonly string[] } = {},
): Finding => ({
  code,
  severity,
  what,
  since: about.since ?? null,
  subjects: [...(about.subjects ?? [])],
  cures: [...cures],
});

/** `1 event`, `3 events`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
