import { z } from 'zod';

const lockfile = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      /** Of a package that stands in the place of another one. */
      name: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().default(false),
      inBundle: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

type Locked = z.infer<typeof lockfile>['packages'][string];

/** What is odd about one package: it comes from elsewhere, is not pinned by its content, stands in for another, or runs a script unasked. */
const oddities = (
  place: string,
  it: Locked,
  mayRun: ReadonlySet<string>,
  places: ReadonlySet<string>,
): readonly string[] => {
  if (it.link) return /^(packages|portal|tools)(\/|$)/.test(it.resolved ?? '') ? [] : ['is a link out of the project'];
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return [
    // `.npmrc` leaves out where a package of the registry comes from: what is named is something else.
    ...(it.resolved === undefined ? [] : [`comes from ${it.resolved}`]),
    // A bundled package is in the archive of the one that bundles it, whose content is pinned.
    ...(it.inBundle || it.integrity?.startsWith('sha512-') === true ? [] : ['has no sha512 of its content']),
    ...(it.name === undefined || places.has(`node_modules/${it.name}`)
      ? []
      : [`is ${it.name}, which nothing else needs`]),
    ...(it.hasInstallScript && !mayRun.has(name) ? ['runs a script when it is installed'] : []),
  ];
};

/** What is surprising in a lockfile. @param mayRun packages whose install scripts were decided about */
export const surprisesIn = (json: unknown, mayRun: ReadonlySet<string>): readonly string[] => {
  const { packages } = lockfile.parse(json);
  const places = new Set(Object.keys(packages));
  return Object.entries(packages)
    .filter(([place]) => place.includes('node_modules/'))
    .flatMap(([place, it]) => oddities(place, it, mayRun, places).map((oddity) => `${place} ${oddity}`));
};
