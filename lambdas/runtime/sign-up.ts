import { coexistences } from '../domain/sign-up.ts';
import type { SignUpConfiguration } from '../platform/sign-up.ts';
import { readOptional, type Environment } from './environment.ts';

/**
 * The sign-up of the stage; null without an app or a configuration.
 * @throws Error for an unknown kind of coexistence
 */
export const readSignUp = (environment: Environment): SignUpConfiguration | null => {
  const appId = readOptional(environment, 'platformAppId');
  const configId = readOptional(environment, 'signUpConfigId');
  if (appId === null || configId === null) return null;
  const given = readOptional(environment, 'signUpCoexistence');
  const coexistence = coexistences.find((known) => known === given);
  if (coexistence === undefined) throw new Error(`unknown coexistence: ${given ?? 'none'}`);
  return { appId, configId, coexistence };
};
