import * as z from 'zod/mini';
import type { Milliseconds } from '../kernel/time.ts';
import type { NumberAccess, WabaAccess } from './callbacks.ts';
import type { PlatformClient } from './client.ts';
import { PlatformError } from './errors.ts';
import { healthStatus, type NumberHealth } from './health.ts';
import { openText } from './open-text.ts';
import { nextCursor, Paging } from './paging.ts';

/** The platform's facts of a phone number. Every state is an open string; null when absent. */
export interface PlatformNumber {
  readonly id: string;
  readonly displayPhoneNumber: string | null;
  readonly verifiedName: string | null;
  readonly nameStatus: string | null;
  /** Null when it has none, or none that the platform approved. */
  readonly username: string | null;
  readonly codeVerificationStatus: string | null;
  readonly qualityRating: string | null;
  readonly status: string | null;
  readonly throughputLevel: string | null;
  /** The limit of the whole portfolio. */
  readonly messagingLimit: string | null;
  readonly health: NumberHealth;
  /** Whether its business goes on using it in the platform's business app. Such a number must not be registered. */
  readonly isOnBusinessApp: boolean;
  readonly platformType: string | null;
  /** When it was last signed up, to the second. */
  readonly lastOnboardedAt: Milliseconds | null;
}

const fields = [
  'verified_name',
  'display_phone_number',
  'quality_rating',
  'status',
  'name_status',
  'code_verification_status',
  'throughput',
  'whatsapp_business_manager_messaging_limit',
  'health_status',
  'is_on_biz_app',
  'platform_type',
  'last_onboarded_time',
].join(',');

/** `2023-08-22T19:05:53+0000`: the offset has no colon, which `Date.parse` need not read. */
const instantOf = (text: string | null): Milliseconds | null => {
  const instant = Date.parse(text?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2') ?? '');
  return Number.isNaN(instant) ? null : instant;
};

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/phone-numbers */
const Answer = z.pipe(
  z.object({
    id: z.string(),
    verified_name: openText,
    display_phone_number: openText,
    quality_rating: openText,
    status: openText,
    name_status: openText,
    username: openText,
    code_verification_status: openText,
    throughput: z.catch(z.optional(z.object({ level: openText })), undefined),
    whatsapp_business_manager_messaging_limit: openText,
    health_status: healthStatus,
    is_on_biz_app: z.catch(z.optional(z.boolean()), undefined),
    platform_type: openText,
    last_onboarded_time: openText,
  }),
  z.transform((answer): PlatformNumber => ({
    id: answer.id,
    displayPhoneNumber: answer.display_phone_number,
    verifiedName: answer.verified_name,
    nameStatus: answer.name_status,
    username: answer.username,
    codeVerificationStatus: answer.code_verification_status,
    qualityRating: answer.quality_rating,
    status: answer.status,
    throughputLevel: answer.throughput?.level ?? null,
    messagingLimit: answer.whatsapp_business_manager_messaging_limit,
    health: answer.health_status,
    isOnBusinessApp: answer.is_on_biz_app ?? false,
    platformType: answer.platform_type,
    lastOnboardedAt: instantOf(answer.last_onboarded_time),
  })),
);

/** @throws PlatformError, of kind `gone` when the number no longer exists. */
export const readNumber = (
  client: PlatformClient,
  { wabaId, phoneNumberId, token }: NumberAccess,
): Promise<PlatformNumber> =>
  client.call({
    method: 'GET',
    path: `/${phoneNumberId}`,
    // Lists of numbers are not documented to have it.
    query: { fields: `${fields},username` },
    token,
    wabaId,
    retry: 'safe',
    answer: Answer,
  });

const NumberPage = z.object({ data: z.array(Answer), paging: z.optional(Paging) });

/** A business account has up to 20 numbers, or a few hundred when it is verified. */
const mostPages = 20;
const pageSize = '100';

/** All numbers of the business account. @throws PlatformError */
export const listNumbers = async (
  client: PlatformClient,
  { wabaId, token }: WabaAccess,
): Promise<readonly PlatformNumber[]> => {
  const numbers: PlatformNumber[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: z.infer<typeof NumberPage> = await client.call({
      method: 'GET',
      path: `/${wabaId}/phone_numbers`,
      query: { fields, limit: pageSize, ...(after !== null && { after }) },
      token,
      wabaId,
      retry: 'safe',
      answer: NumberPage,
    });
    numbers.push(...answer.data);
    after = nextCursor(answer.paging);
    if (after === null) return numbers;
  }
  throw new PlatformError({
    kind: 'unknown',
    message: `the business account has more than ${mostPages} pages of numbers`,
  });
};
