import { coexistences, launches } from '../domain/sign-up.ts';
import type { NumberTerms } from '../domain/sign-up.ts';
import type { SignUpConfiguration } from '../platform/sign-up.ts';
import { readOptional, type Environment, type Variable } from './environment.ts';

const oneOf = <T extends string>(environment: Environment, name: Variable, known: readonly T[]): T => {
  const given = readOptional(environment, name);
  const found = known.find((value) => value === given);
  if (found === undefined) throw new Error(`${name} is none of ${known.join(', ')}: ${given ?? 'not set'}`);
  return found;
};

/**
 * The sign-up of the stage; null without an app or a configuration.
 * @throws Error for an unknown launch or kind of coexistence
 */
export const readSignUp = (environment: Environment): SignUpConfiguration | null => {
  const appId = readOptional(environment, 'platformAppId');
  const configId = readOptional(environment, 'signUpConfigId');
  if (appId === null || configId === null) return null;
  return {
    appId,
    configId,
    launch: oneOf(environment, 'signUpLaunch', launches),
    coexistence: oneOf(environment, 'signUpCoexistence', coexistences),
  };
};

/** What the stage decides about a number that is connected. */
export const readNumberTerms = (environment: Environment): NumberTerms => ({
  withHistory: readSignUp(environment)?.coexistence === 'with_history',
  region: readOptional(environment, 'dataLocalizationRegion'),
});
