import { z } from 'zod';

/** A software bill of materials in CycloneDX's form, as `npm sbom` writes it: https://cyclonedx.org/docs/1.5/json/ */
const bill = z.object({
  components: z.array(
    z.object({
      'bom-ref': z.string(),
      licenses: z
        .array(
          z.union([
            z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
            z.object({ expression: z.string() }),
          ]),
        )
        .default([]),
    }),
  ),
});

/** Licences, by SPDX, that ask for nothing but a notice: https://spdx.org/licenses/ */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);

/** Whether one of the licences that an expression offers is allowed; of `AND`, each has to be. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((offered) => offered.split(' AND ').every((licence) => allowed.has(licence.trim())));

/** Packages of the bill with a licence that is not allowed, or with none. @param own names of the project's packages */
export const refusedLicences = (json: unknown, own: ReadonlySet<string>): readonly string[] =>
  bill.parse(json).components.flatMap(({ 'bom-ref': name, licenses }) => {
    if (own.has(name.slice(0, name.lastIndexOf('@')))) return [];
    const named = licenses.map((one) =>
      'expression' in one ? one.expression : (one.license.id ?? one.license.name ?? 'none'),
    );
    const refused = named.filter((expression) => !isAllowed(expression));
    if (named.length > 0 && refused.length === 0) return [];
    return [`${name}: ${named.join(', ') || 'no licence'}`];
  });
