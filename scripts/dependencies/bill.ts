import { z } from 'zod';

/** A software bill of materials as `npm sbom` writes it: https://cyclonedx.org/docs/1.5/json/ */
const bill = z.looseObject({
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) })),
});

/**
 * The bill with what is deployed alone.
 * @param json a bill of everything that is installed @param deployed packages as `name@version`
 * @throws Error when a package that is deployed is not in the bill
 */
export const deployedBill = (json: unknown, deployed: ReadonlySet<string>): object => {
  const { components, dependencies, ...rest } = bill.parse(json);
  const listed = new Set(components.map((component) => component['bom-ref']));
  const missing = [...deployed].filter((name) => !listed.has(name));
  if (missing.length > 0) throw new Error(`the bill of materials lacks ${missing.join(', ')}`);
  return {
    ...rest,
    components: components.filter((component) => deployed.has(component['bom-ref'])),
    dependencies: dependencies
      .filter(({ ref }) => deployed.has(ref))
      .map(({ dependsOn, ...one }) => ({ ...one, dependsOn: dependsOn.filter((ref) => deployed.has(ref)) })),
  };
};
