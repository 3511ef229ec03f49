import config from './jest.config.mjs';

/** What a person sees, in headless Chromium: `npm run browser`. */
export default { ...config, testMatch: ['<rootDir>/test/browser/**/*.browser.ts'] };
