/** `small`: 5 instances of 5 customers. `large`: 50 instances of 10 customers. */
export type PartnerShape = 'small' | 'large';

/** The recorded numbers of a partner's reports, or events, in a batch. A number between two of them is interpolated. */
export const journalSizes: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

export const journalName = (shape: PartnerShape, size: number): string => `journal, ${shape}, ${size}`;
export const foldName = (shape: PartnerShape): string => `fold, ${shape}`;
export const eventJournalName = (size: number): string => `event journal, ${size}`;
