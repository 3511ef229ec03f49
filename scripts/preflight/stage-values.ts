import { ok, warning, type Item } from './item.ts';

/** The values that a stage may omit. */
interface OptionalValues {
  readonly platformAppId?: string;
  readonly portalOrigins?: readonly string[];
  readonly alarms: { readonly emails: readonly string[] };
}

const name = 'stage values';

/** The values that a stage omits, and what does not work without them. */
export const lookAtValues = ({ platformAppId, portalOrigins = [], alarms }: OptionalValues): readonly Item[] => {
  const absent = [
    ...(platformAppId === undefined
      ? [
          warning(
            name,
            "platformAppId is absent: instances can't be connected, and templates can't be read",
            "Set platformAppId in lib/stages.ts to the number of the app at the messaging platform, and set the app's secret after the deployment.",
          ),
        ]
      : []),
    ...(portalOrigins.length === 0
      ? [
          warning(
            name,
            "portalOrigins is absent: members can't sign in to a portal, and no web page may call the API",
            'Set portalOrigins in lib/stages.ts to the origin of the portal, such as https://portal.YOUR-DOMAIN.',
          ),
        ]
      : []),
    ...(alarms.emails.length === 0
      ? [
          warning(
            name,
            'alarms.emails is empty: nobody gets alarm mails',
            'Set alarms.emails in lib/stages.ts; each address must confirm its subscription once.',
          ),
        ]
      : []),
  ];
  return absent.length > 0 ? absent : [ok(name, 'all values are set')];
};
