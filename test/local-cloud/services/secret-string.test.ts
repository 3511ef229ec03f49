import { describe, expect, test } from '@jest/globals';
import { generateSecret, generateSecretString } from '@swift-worker/local-cloud/services/secret-string.ts';

const generate = (options: object) => generateSecret(generateSecretString.parse(options));

describe('a generated secret', () => {
  test('has 32 characters of every kind, and is never the same', () => {
    const secret = generate({});
    expect(secret).toHaveLength(32);
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(secret).toMatch(kind);
    expect(generate({})).not.toBe(secret);
  });

  test('leaves out what it is asked to, in CloudFormation’s spelling too', () => {
    const options = {
      PasswordLength: '64',
      ExcludePunctuation: 'true',
      ExcludeUppercase: true,
      ExcludeCharacters: 'abc0',
    };
    expect(generate(options)).toMatch(/^[d-z1-9]{64}$/);
  });

  test('goes into the template that it is given', () => {
    const options = { SecretStringTemplate: '{"user":"app"}', GenerateStringKey: 'password', PasswordLength: 12 };
    expect(JSON.parse(generate(options))).toEqual({ user: 'app', password: expect.stringMatching(/^.{12}$/) });
  });
});
