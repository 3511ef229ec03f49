import { createContext, use } from 'react';

export const InDialogContext = createContext(false);

/**
 * Whether a list that opens must be put at the end of the document. A dialog would cut it off. Elsewhere it stays where it is:
 * at the end of the document it is in no landmark, so that screen readers do not say where it belongs.
 */
export const useInDialog = (): boolean => use(InDialogContext);
