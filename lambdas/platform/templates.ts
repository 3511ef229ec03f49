import * as z from 'zod/mini';
import type { WabaAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';
import type { TemplateDetails } from '../domain/template.ts';
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
  readonly details: TemplateDetails;
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

/** https://developers.facebook.com/docs/graph-api/reference/whats-app-business-hsm */
const fields = [
  'id',
  'name',
  'language',
  'category',
  'status',
  'components',
  'quality_score',
  'rejected_reason',
  'parameter_format',
  'sub_category',
  'previous_category',
  'message_send_ttl_seconds',
  'library_template_name',
].join(',');

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
    parameter_format: openText,
    sub_category: openText,
    previous_category: openText,
    message_send_ttl_seconds: z.catch(z.optional(z.nullable(z.int())), null),
    library_template_name: openText,
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
    details: {
      parameter_format: template.parameter_format,
      sub_category: template.sub_category,
      previous_category: template.previous_category,
      message_send_ttl_seconds: template.message_send_ttl_seconds ?? null,
      library_template_name: template.library_template_name,
    },
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
