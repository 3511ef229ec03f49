/** The seconds that the long suites take on two cores, when both are busy with suites and a tenth of the histories is tried. */
export const longSuites: Readonly<Record<string, number>> = {
  'access-patterns/access-patterns': 130,
  'api/sizes': 60,
  'browser/console': 110,
  'browser/docs-site': 110,
  'capacity/recording': 80,
  'connect/races': 50,
  'crash/crash': 90,
  'jobs/imports/killed': 120,
  'delivery/stack': 60,
  'demo/demo': 180,
  'docs/commands': 120,
  'jobs/erasure/crashes': 50,
  'openapi/generators/generators': 120,
  'grants/grants': 100,
  'lines/customers': 75,
  'portal/jobs': 80,
  'portal/lines': 90,
  'portal/notifications': 55,
  'portal/names-and-tables': 120,
  'portal/pages': 180,
  'portal/templates': 100,
  'stack/dark-endpoints': 120,
  'jobs/usage/export': 150,
};

/** The seconds that any other suite takes at most. */
const most = 45;

export const expectedSeconds = (suite: string): number => longSuites[suite] ?? most;
