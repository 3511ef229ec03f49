/** A page of the documentation, which is beside the portal. @param page its name; empty for the first one */
export const docsUrl = (page: string): string => `/docs/${page}`;
