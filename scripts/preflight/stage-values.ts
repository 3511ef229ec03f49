import { severities, type Severity } from '../../lib/severity.ts';
import { ok, warning, type Item } from './item.ts';

/** The values that a stage may omit. */
interface OptionalValues {
  readonly platformAppId?: string;
  readonly signUp?: object;
  readonly portalOrigins?: readonly string[];
  readonly portal?: object;
  readonly alarms: { readonly emails: Readonly<Record<Severity, readonly string[]>> };
}

const name = 'stage values';

/** The values that a stage omits, and what does not work without them. */
export const lookAtValues = ({
  platformAppId,
  signUp,
  portalOrigins = [],
  portal,
  alarms,
}: OptionalValues): readonly Item[] => {
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
    ...(signUp === undefined
      ? [
          warning(
            name,
            "signUp is absent: instances can't be connected",
            "Set signUp in lib/stages.ts to the app's configuration of Facebook Login for Business: docs/operations/deploying.md.",
          ),
        ]
      : []),
    ...(portal === undefined && portalOrigins.length === 0
      ? [
          warning(
            name,
            "portal is absent: members can't sign in to a portal",
            'Set portal in lib/stages.ts to a publishable key of the stage, once it has a domain with an edge. For a portal of your own, set portalOrigins.',
          ),
        ]
      : []),
    ...severities
      .filter((severity) => alarms.emails[severity].length === 0)
      .map((severity) =>
        warning(
          name,
          `alarms.emails.${severity} is empty: nobody gets its alarm mails`,
          `Set alarms.emails.${severity} in lib/stages.ts; each address must confirm its subscription once.`,
        ),
      ),
  ];
  return absent.length > 0 ? absent : [ok(name, 'all values are set')];
};
