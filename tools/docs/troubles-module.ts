import { troubleCures, troubleOfCode } from '../../lambdas/domain/platform-trouble.ts';

/** The troubles of numbers that the portal explains. The portal imports nothing of the functions. */
export const troublesModule =
  (): string => `// Made by \`npm run generate\` from lambdas/domain/platform-trouble.ts. Do not edit.

/** What an error of the platform means. */
export type PlatformTrouble = ${Object.keys(troubleCures)
    .map((trouble) => `'${trouble}'`)
    .join(' | ')};

export const troubleOfCode: ReadonlyMap<number, PlatformTrouble> = new Map<number, PlatformTrouble>(${JSON.stringify(Array.from(troubleOfCode))});
`;
