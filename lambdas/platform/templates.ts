import * as z from 'zod/mini';
import type { WabaAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';
import { openText } from './open-text.ts';
import { nextCursor, Paging } from './paging.ts';

/** The platform's facts of a template. A name repeats across languages and business accounts; states are open strings. */
export interface PlatformTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly category: string | null;
  readonly status: string | null;
  readonly qualityScore: string | null;
  readonly rejectedReason: string | null;
  /** Unchanged, as the platform sent them. */
  readonly components: readonly unknown[];
}

export interface TemplatePage {
  readonly templates: readonly PlatformTemplate[];
  /** The number of unreadable items: with them the pass is partial. */
  readonly unreadable: number;
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
}

const fields = 'id,name,language,category,status,components,quality_score,rejected_reason';

/** A string, or an object that contains it. */
const score = z.pipe(
  z.catch(
    z.union([
      z.string(),
      z.pipe(
        z.object({ score: z.string() }),
        z.transform(({ score }) => score),
      ),
      z.null(),
    ]),
    null,
  ),
  z.transform((value) => value),
);

const Template = z.pipe(
  z.object({
    id: z.string(),
    name: z.string(),
    language: z.string(),
    category: openText,
    status: openText,
    quality_score: z._default(score, null),
    rejected_reason: openText,
    components: z._default(z.array(z.unknown()), []),
  }),
  z.transform((template): PlatformTemplate => ({
    id: template.id,
    name: template.name,
    language: template.language,
    category: template.category,
    status: template.status,
    qualityScore: template.quality_score,
    rejectedReason: template.rejected_reason,
    components: template.components,
  })),
);

/** Items are parsed one by one, so an unreadable item does not fail the page. */
const Page = z.object({ data: z.array(z.unknown()), paging: z.optional(Paging) });

/**
 * One page of the business account's templates. An answer without a list is an error.
 * @param after the cursor of the page; null for the first
 * @throws PlatformError
 */
export const templatePage = async (
  client: PlatformClient,
  { wabaId, token }: WabaAccess,
  after: string | null,
  limit: number,
): Promise<TemplatePage> => {
  const answer = await client.call({
    method: 'GET',
    path: `/${wabaId}/message_templates`,
    query: { fields, limit: String(limit), ...(after !== null && { after }) },
    token,
    wabaId,
    retry: 'safe',
    answer: Page,
  });
  const parsed = answer.data.map((item) => Template.safeParse(item));
  const templates = parsed.flatMap((item) => (item.success ? [item.data] : []));
  return { templates, unreadable: parsed.length - templates.length, next: nextCursor(answer.paging) };
};
