import type { Variable } from '../lambdas/runtime/environment.ts';
import type { Coexistence, Launch } from '../lambdas/domain/sign-up.ts';

/** How end customers sign up at the platform. */
export interface SignUpSettings {
  /**
   * The id of the app's configuration of Facebook Login for Business. Without it no dialog grants a business token.
   * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation
   */
  readonly configId: string;
  readonly launch: Launch;
  readonly coexistence: Coexistence;
}

/**
 * The countries in which the platform can store the data of a number at rest.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration
 */
export type DataLocalizationRegion =
  'AU' | 'ID' | 'IN' | 'JP' | 'SG' | 'KR' | 'DE' | 'CH' | 'GB' | 'BR' | 'BH' | 'ZA' | 'AE' | 'CA';

type SignUpVariable = Extract<
  Variable,
  'signUpConfigId' | 'signUpLaunch' | 'signUpCoexistence' | 'dataLocalizationRegion'
>;

/** The variable of the functions that register numbers. */
export const regionEnvironment = (
  region: DataLocalizationRegion | undefined,
): Partial<Record<'dataLocalizationRegion', string>> =>
  region === undefined ? {} : { dataLocalizationRegion: region };

/** The variables of the functions that connect instances. */
export const signUpEnvironment = (
  signUp: Readonly<Record<keyof SignUpSettings, string>> | undefined,
  region: DataLocalizationRegion | undefined,
): Partial<Record<SignUpVariable, string>> => ({
  ...(signUp !== undefined && {
    signUpConfigId: signUp.configId,
    signUpLaunch: signUp.launch,
    signUpCoexistence: signUp.coexistence,
  }),
  ...regionEnvironment(region),
});
