const sandbox = 'npx @swift-worker/sandbox';

/** The same programs in the package: packages/sandbox/main.mjs. */
export const calls = {
  start: sandbox,
  listen: `${sandbox} listen`,
  operator: `${sandbox} operator`,
  token: `${sandbox} token`,
} as const;
