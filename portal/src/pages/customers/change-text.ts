import type { Formats } from '../../pieces/use-formats.ts';
import type { Texts } from '../../texts/texts.ts';

/** What readers of the history find elsewhere in it, such as the link to a line. */
const omitted: ReadonlySet<string> = new Set(['id', 'occupies_slot']);

export const isShown = (field: string): boolean => !omitted.has(field);

/** What the pages call a field of the history; its own name when none of them shows it. */
export const fieldText = ({ customers, lines, platform, troubles }: Texts, field: string): string => {
  const names: Readonly<Record<string, string | undefined>> = {
    ...customers.fields,
    deactivated_at: customers.deactivatedAt,
    display_phone_number: lines.number,
    verified_name: lines.verifiedName,
    name_status: lines.nameStatus,
    username: lines.username,
    quality_rating: lines.quality,
    messaging_limit: lines.messagingLimit,
    throughput_level: lines.throughput,
    platform_status: lines.platformStatus,
    can_send_message: platform.sendingName,
    platform_errors: troubles.platformSays,
    platform_waba_id: lines.account,
    callback_state: lines.callback,
    token_expires_at: lines.tokenExpires,
    last_error: lines.lastError,
  };
  return names[field] ?? field;
};

/** The values of a field that the pages have words for. */
const valuesOf = ({ lines, platform, words }: Texts, field: string): Readonly<Record<string, string | undefined>> => {
  switch (field) {
    case 'status':
      return { ...words.customer, ...words.instance, ...words.session };
    case 'slot_state':
      return lines.slots;
    case 'callback_state':
      return lines.callbackStates;
    case 'name_status':
      return platform.nameStatus;
    case 'quality_rating':
      return platform.quality;
    case 'messaging_limit':
      return platform.limit;
    case 'throughput_level':
      return platform.throughput;
    case 'platform_status':
      return platform.status;
    case 'can_send_message':
      return platform.sending;
    default:
      return {};
  }
};

/** A value of the history in the words of the pages. */
export const changeText = (
  texts: Texts,
  { dateTime }: Pick<Formats, 'dateTime'>,
  field: string,
  value: string,
): string => {
  // The page of the line explains them.
  if (field === 'platform_errors') return Array.from(value.matchAll(/"code":(\d+)/g), ([, code]) => code).join(', ');
  return (
    valuesOf(texts, field)[value] ?? (/_at$/.test(field) && !Number.isNaN(Date.parse(value)) ? dateTime(value) : value)
  );
};
