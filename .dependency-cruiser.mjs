/** Which room imports which: docs/architecture.md, "Rooms". test/architecture runs it. */

const rooms = '^(bin|lib|lambdas|local|packages|operator|demo|listen|portal|scripts|tools|test)/';
const handlers = '^lambdas/functions/[^/]+\\.ts$';
/** A handler, or what wires for several of them. */
const wiring = '^lambdas/functions/';
const installed = '(^|/)node_modules/';
const awsSdk = `${installed}(@aws-sdk|@smithy)/`;
const tableSdk = `${installed}@aws-sdk/(client-dynamodb|lib-dynamodb|util-dynamodb)/`;
/** Of the index, what has neither readers nor a port: the words of its events and counts. */
const indexWords =
  '@swift-worker/time-index/src/(error-tally|event|figures|health-window|rollup|tally|time-grid)\\.ts$';
const npm = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown', 'unknown'];

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    rule('no-cycles', 'Files that import each other are one file, or three.', {}, { circular: true }),
    {
      ...rule(
        'no-folder-cycles',
        'Folders that import each other are one folder, or three.',
        { path: '^lambdas/(store/)?[^/]+$' },
        { circular: true },
      ),
      scope: 'folder',
    },
    // The build of the portal makes its stylesheet.
    rule('found', 'What is imported is there.', {}, { couldNotResolve: true, pathNot: '^virtual:theme\\.css$' }),
    rule(
      'kernel-is-below-all',
      'The kernel imports nothing of ours.',
      { path: '^lambdas/kernel/' },
      { path: [rooms, `${installed}@swift-worker/`], pathNot: '^lambdas/kernel/' },
    ),
    rule(
      'domain-is-ours-alone',
      'Of ours the domain imports the kernel only.',
      { path: '^lambdas/domain/' },
      { path: rooms, pathNot: '^lambdas/(domain|kernel)/' },
    ),
    rule(
      'domain-packages',
      'Of packages the domain and the kernel take pure functions only; of the index, the domain takes what it counts.',
      { path: '^lambdas/(domain|kernel)/' },
      { dependencyTypes: npm, pathNot: [`${installed}(ipaddr\\.js|canonicalize|zod)/`, `${installed}${indexWords}`] },
    ),
    rule(
      'domain-built-ins',
      'Of Node.js the domain and the kernel take pure functions only.',
      { path: '^lambdas/(domain|kernel)/' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|net)$' },
    ),
    rule(
      'sdk-in-store-and-runtime',
      'Operations and workers have ports; SDKs are behind them.',
      { path: '^lambdas/', pathNot: ['^lambdas/(store|runtime)/', wiring] },
      { path: awsSdk },
    ),
    rule(
      'table-in-store',
      'Every access to the table is in the store.',
      { path: '^lambdas/', pathNot: ['^lambdas/store/', '^lambdas/runtime/(clients\\.ts$|aws/)'] },
      { path: tableSdk },
    ),
    rule(
      'store-below',
      'The store knows the domain and the kernel, and nothing of those who use it.',
      { path: '^lambdas/(store|platform|outbound)/' },
      { path: '^lambdas/', pathNot: '^lambdas/(store|domain|kernel|platform|outbound)/' },
    ),
    rule(
      'handlers-wire',
      'Only handlers and functions/wiring wire what the runtime offers; everyone else takes its types.',
      { path: '^lambdas/', pathNot: ['^lambdas/runtime/', wiring] },
      { path: '^lambdas/runtime/', pathNot: '^lambdas/runtime/due-queues\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule('handlers-are-entered-from-outside', 'No file imports a handler.', {}, { path: handlers }),
    rule(
      'wiring-is-for-handlers',
      'What wires is called by handlers.',
      { pathNot: [wiring, '^(test|tools)/'] },
      { path: '^lambdas/functions/wiring/' },
    ),
    rule(
      'middy-at-the-door',
      'Only the maker of handlers, which has the middlewares, knows middy.',
      { path: '^lambdas/', pathNot: '^lambdas/runtime/serve\\.ts$' },
      { path: `${installed}@middy/` },
    ),
    rule(
      'functions-stand-alone',
      'The functions import nothing of the stack, the local cloud or the tools.',
      { path: '^lambdas/' },
      { path: rooms, pathNot: '^lambdas/' },
    ),
    rule(
      'functions-ship-dependencies',
      'What the functions import is a dependency, not one of development; types are gone when they run.',
      { path: '^lambdas/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'stack-knows-names',
      'Of the functions the stack takes the names of environment variables and of keys, the domain and the kernel.',
      { path: '^(bin|lib)/' },
      {
        path: rooms,
        pathNot: [
          '^(bin|lib|lambdas/(domain|kernel))/',
          '^lambdas/runtime/environment\\.ts$',
          '^lambdas/store/(table|delivery)/keys\\.ts$',
        ],
      },
    ),
    rule(
      'demo-is-a-partner',
      'The demo is a program of a partner: it knows the interface only, and how to write to a terminal.',
      { path: '^demo/' },
      { path: rooms, pathNot: '^(demo|packages/(client|terminal))/' },
    ),
    rule(
      'client-stands-alone',
      'The client is a package of its own, which needs the platform only.',
      { path: '^packages/client/' },
      { pathNot: '^packages/client/' },
    ),
    rule(
      'packages-know-no-service',
      'The local cloud runs any app, the simulator is a platform for any service, and the index is in any table.',
      // The server for agents is a user of the client.
      { path: '^packages/([^/]+)/', pathNot: '^packages/mcp/' },
      { path: rooms, pathNot: '^packages/$1/' },
    ),
    rule(
      'index-is-pure',
      'The index and the forms take from Node.js what hashes and compresses, and from others nothing.',
      { path: '^packages/(stored-forms|time-index)/' },
      {
        dependencyTypes: [...npm, 'core'],
        pathNot: [`${installed}@swift-worker/stored-forms/`, '^(node:)?(crypto|zlib)$'],
      },
    ),
    rule(
      'fauxqs-at-one-place',
      'What fauxqs does not export is taken at one place, which its test watches.',
      { path: '^packages/', pathNot: '^packages/local-cloud/src/services/fauxqs\\.ts$' },
      { path: `${installed}fauxqs/dist/`, pathNot: `${installed}fauxqs/dist/app\\.` },
    ),
    rule(
      'console-runs-in-browsers',
      'The script of the console’s page knows what its server tells, and needs a browser only.',
      { path: '^local/console/browser/' },
      { pathNot: ['^local/(calls\\.ts$|console/(browser/|state\\.ts$))', `${installed}zod/`] },
    ),
    rule(
      'page-scripts-run-in-browsers',
      'The scripts of the hosted pages need a browser only.',
      { path: '^lambdas/connect/browser/' },
      { pathNot: '^lambdas/connect/browser/' },
    ),
    rule(
      'page-scripts-are-texts',
      'The functions hold the scripts of the hosted pages as texts, and import nothing of them.',
      { path: '^lambdas/', pathNot: '^lambdas/connect/browser/' },
      { path: '^lambdas/connect/browser/' },
    ),
    rule(
      'portal-knows-the-client',
      'The portal is static files in a browser: of ours it knows the client, and the reader of customers’ files.',
      { path: '^portal/src/' },
      { path: [rooms, '^(node:|fs$|path$)'], pathNot: ['^portal/src/', '^packages/(client|customer-file)/'] },
    ),
    rule(
      'customer-files-are-read-anywhere',
      'The reader of customers’ files runs in browsers too: it takes the parser of CSV only.',
      { path: '^packages/customer-file/' },
      { pathNot: ['^packages/customer-file/', `${installed}csv-parse/`] },
    ),
    rule(
      'portal-stands-alone',
      'Only its tests import the portal.',
      { pathNot: '^(portal|test)/' },
      { path: '^portal/' },
    ),
    rule(
      'tests-take-seconds',
      'What starts the whole stack or synthesises a template is a proof: docs/developing.md, "Tests".',
      { path: '^test/.*\\.test\\.ts$', pathNot: '^test/first-day/' },
      { path: '^(local/stack|lib/service-app)\\.ts$', reachable: true },
    ),
    rule(
      'scenes-stay-outside',
      'Nothing but tests and tools imports a scene, which says of a route what no function needs.',
      { pathNot: ['^(test|tools)/', '^lambdas/api/(operations/.*\\.scene\\.ts$|scenes/)'] },
      { path: '^lambdas/api/(operations/.*\\.scene\\.ts$|scenes/)' },
    ),
    rule('tests-stay-outside', 'Nothing but a test imports a test.', { pathNot: '^test/' }, { path: '^test/' }),
    rule(
      'tools-stay-outside',
      'Nothing but tests and tools imports a tool.',
      { pathNot: '^(test|tools)/' },
      { path: '^tools/' },
    ),
  ],
  options: {
    doNotFollow: { path: installed },
    exclude: { path: '(^|/)cdk\\.out/|(^|/)fixtures/|^tools/bench/peers/|^test/client/frameworks/' },
    preserveSymlinks: true,
    // Type imports count: what a file knows of is what it depends on.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node'], exportsFields: ['exports'] },
  },
};
