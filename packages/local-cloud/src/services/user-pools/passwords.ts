import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { AwsError } from '../aws-service.ts';
import type { PasswordPolicy } from './settings.ts';

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password, salt, 32, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });

/** `salt.key`, both base64url. */
export const hashOf = async (password: string): Promise<string> => {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`;
};

export const isPassword = async (password: string, hash: string): Promise<boolean> => {
  const [salt = '', key = ''] = hash.split('.');
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derived, Buffer.from(key, 'base64url'));
};

/**
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_PasswordPolicyType.html
 * @throws AwsError InvalidPasswordException
 */
export const requireAllowed = (password: string, policy: PasswordPolicy): void => {
  const lacks = (needed: boolean, pattern: RegExp): boolean => needed && !pattern.test(password);
  const refuse = (reason: string): never => {
    throw new AwsError('InvalidPasswordException', `Password did not conform with policy: ${reason}`);
  };
  if (password.length < policy.MinimumLength) refuse('Password not long enough');
  if (lacks(policy.RequireUppercase, /[A-Z]/)) refuse('Password must have uppercase characters');
  if (lacks(policy.RequireLowercase, /[a-z]/)) refuse('Password must have lowercase characters');
  if (lacks(policy.RequireNumbers, /\d/)) refuse('Password must have numeric characters');
  if (lacks(policy.RequireSymbols, /[^A-Za-z0-9]/)) refuse('Password must have symbol characters');
};
