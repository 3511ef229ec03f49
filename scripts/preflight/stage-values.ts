import { coexistences, launches } from '../../lambdas/domain/sign-up.ts';
import { severities, type Severity } from '../../lib/severity.ts';
import { ok, warning, type Item } from './item.ts';

/** The values that a stage may omit. */
interface OptionalValues {
  readonly platformAppId?: string;
  readonly signUp?: { readonly configId: string; readonly launch: string; readonly coexistence: string };
  readonly portalOrigins?: readonly string[];
  readonly portal?: object;
  readonly budget?: object | null;
  readonly alarms: { readonly subscribers: Readonly<Record<Severity, readonly string[]>> };
}

const name = 'stage values';

const guide = 'docs/operations/deploying.md, step 4';

const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** Ids at the platform are digits. */
const isId = (text: string): boolean => /^\d{1,20}$/.test(text);

const appItems = (appId: string | undefined): readonly Item[] => {
  if (appId === undefined) {
    return [
      warning(
        name,
        "platformAppId is absent: instances can't be connected, and templates can't be read",
        `Set platformAppId in lib/stages.ts to the ID of the app at the messaging platform, and set the app's secret after the deployment: ${guide}.`,
      ),
    ];
  }
  if (isId(appId)) return [];
  return [
    warning(
      name,
      `platformAppId is ${JSON.stringify(appId)}, which is no ID of an app: the platform refuses every sign-up`,
      'Set platformAppId in lib/stages.ts to the digits of the app ID: App Dashboard → App settings → Basic.',
    ),
  ];
};

/** What a sign-up needs besides the app's own settings, which the check of the platform app reads. */
const signUpItems = (signUp: OptionalValues['signUp']): readonly Item[] => {
  if (signUp === undefined) {
    return [
      warning(
        name,
        "signUp is absent: instances can't be connected",
        "Set signUp in lib/stages.ts: configId is the ID of the app's configuration (App Dashboard → Facebook Login for Business → Configurations), " +
          `launch is one of ${listed(launches)}, coexistence one of ${listed(coexistences)}: ${guide}.`,
      ),
    ];
  }
  const { configId, launch, coexistence } = signUp;
  const wrong = (value: string, given: string, cure: string): Item =>
    warning(name, `signUp.${value} is ${JSON.stringify(given)}: instances can't be connected`, cure);
  return [
    ...(isId(configId)
      ? []
      : [
          wrong(
            'configId',
            configId,
            'Set signUp.configId in lib/stages.ts to the digits of the configuration ID: App Dashboard → Facebook Login for Business → Configurations.',
          ),
        ]),
    ...(launches.some((known) => known === launch)
      ? []
      : [wrong('launch', launch, `Set signUp.launch in lib/stages.ts to one of ${listed(launches)}.`)]),
    ...(coexistences.some((known) => known === coexistence)
      ? []
      : [
          wrong(
            'coexistence',
            coexistence,
            `Set signUp.coexistence in lib/stages.ts to one of ${listed(coexistences)}.`,
          ),
        ]),
  ];
};

/** The values that a stage omits, and what does not work without them. */
export const lookAtValues = ({
  platformAppId,
  signUp,
  portalOrigins = [],
  portal,
  alarms,
  budget = null,
}: OptionalValues): readonly Item[] => {
  const absent = [
    ...appItems(platformAppId),
    ...signUpItems(signUp),
    ...(portal === undefined && portalOrigins.length === 0
      ? [
          warning(
            name,
            "portal is absent: members can't sign in to a portal",
            'Set portal in lib/stages.ts to a publishable key of the stage, once it has a domain with an edge. For a portal of your own, set portalOrigins.',
          ),
        ]
      : []),
    ...(budget === null
      ? [
          warning(
            name,
            'budget is absent: nothing says that the month costs more than it should',
            "Set budget in lib/stages.ts. What a month costs: npm run cost -- --help. An account's budgets are free.",
          ),
        ]
      : []),
    ...severities
      .filter((severity) => alarms.subscribers[severity].length === 0)
      .map((severity) =>
        warning(
          name,
          `alarms.subscribers.${severity} is empty: its alarms reach only what is subscribed outside the stack`,
          `Set alarms.subscribers.${severity} in lib/stages.ts; an e-mail address must confirm its subscription once.`,
        ),
      ),
  ];
  return absent.length > 0 ? absent : [ok(name, 'all values are set')];
};
