import { severities, type Severity } from '../../lib/severity.ts';
import { ok, warning, type Item } from './item.ts';

/** The values that a stage may go without. */
interface OptionalValues {
  readonly platformAppId?: string;
  readonly portalOrigins?: readonly string[];
  readonly alarms: { readonly emails: Readonly<Record<Severity, readonly string[]>> };
}

const name = 'stage values';

/** What a stage leaves out, and what that switches off. */
export const lookAtValues = ({ platformAppId, portalOrigins = [], alarms }: OptionalValues): readonly Item[] => {
  const absent = [
    ...(platformAppId === undefined
      ? [
          warning(
            name,
            "platformAppId is absent: lines can't be connected, and templates can't be read",
            "Set platformAppId in lib/stages.ts to the number of the app at the messaging platform, and put the app's secret after the deployment.",
          ),
        ]
      : []),
    ...(portalOrigins.length === 0
      ? [
          warning(
            name,
            "portalOrigins is absent: members can't sign in to a portal, and no page of a browser may call the API",
            'Set portalOrigins in lib/stages.ts to where the portal is served from, such as https://portal.YOUR-DOMAIN.',
          ),
        ]
      : []),
    ...severities
      .filter((severity) => alarms.emails[severity].length === 0)
      .map((severity) =>
        warning(
          name,
          `alarms.emails.${severity} is empty: nobody is told of alarms of this severity`,
          `Set alarms.emails.${severity} in lib/stages.ts; each address has to confirm once.`,
        ),
      ),
  ];
  return absent.length > 0 ? absent : [ok(name, 'nothing is left out')];
};
