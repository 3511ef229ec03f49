/** The business account of the corpus. */
export const waba = '310000000000101';

export const lineNames = ['line', 'other', 'brazilian', 'elsewhere'] as const;
export type LineName = (typeof lineNames)[number];

/** The numbers of the lines. */
export const numberOf: Readonly<
  Record<LineName, { readonly id: string; readonly display: string; readonly waba: string }>
> = {
  line: { id: '770000000000301', display: '+1 555-000-1234', waba },
  other: { id: '770000000000302', display: '+1 555-000-1235', waba },
  brazilian: { id: '770000000000303', display: '+55 64 90000-0001', waba },
  elsewhere: { id: '770000000000304', display: '+1 555-000-1236', waba: '310000000000102' },
};

/** A line as the tests compare it. */
export interface ShownLine {
  readonly status: string;
  readonly platform_status: string | null;
  readonly can_send_message: string | null;
  readonly quality_rating: string | null;
  readonly messaging_limit: string | null;
  readonly verified_name: string | null;
  readonly name_status: string | null;
  readonly username: string | null;
  readonly restricted_until: string | null;
  readonly last_error: string | null;
  readonly has_pin: boolean;
}

/** What the platform answers about a number of which nothing is wrong. */
export const answeredOf = (name: LineName) => ({
  wabaId: numberOf[name].waba,
  display_phone_number: numberOf[name].display,
  verified_name: 'Old Name',
  name_status: 'APPROVED',
  quality_rating: 'GREEN',
  status: 'CONNECTED',
  whatsapp_business_manager_messaging_limit: 'TIER_1K',
  is_on_biz_app: false,
  platform_type: 'CLOUD_API',
  health_status: { can_send_message: 'AVAILABLE' },
});
