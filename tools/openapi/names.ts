/** `upsert-partner-customer` → `UpsertPartnerCustomer` */
export const pascalCase = (route: string): string =>
  route
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');

export const schemaRef = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
