/** By the names of the option. */
export const separators = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
export type SeparatorName = keyof typeof separators;
export const separatorNames = ['comma', 'semicolon', 'tab', 'bar'] as const satisfies readonly SeparatorName[];
