/**
 * Tests that read the real time or wait for it, each with why no outcome depends on the speed of the machine. In every
 * other test the time is given in.
 */
export const realClocks: ReadonlyMap<string, string> = new Map([
  ['test/portal/busy-scene.ts', 'Reports lie within 22 hours before the real time of the running stack.'],
  // The running stack has the real time.
  [
    'tools/harness/whole-stack.ts',
    'Asks the running stack until the answer comes; the limit ends a wait that would never end.',
  ],
  ['test/stack/erasure.proof.ts', 'Traffic pauses between rounds; the number of rounds decides nothing.'],
  ['test/stack/stack-ground.ts', 'A callback carries the time at which it is sent.'],
  ['test/stack/out-of-time.proof.ts', 'Asks the running stack until the answer comes; the interval decides nothing.'],
  [
    'test/operator/rotating.proof.ts',
    'Traffic pauses between calls; the number of calls decides nothing. Environments know a new key a minute later.',
  ],
  [
    'test/operator/operated-stack.ts',
    'A key ends before the time of the running stack, which is asked until long work has ended.',
  ],
  ['test/operator/incidents.proof.ts', 'Asks the running stack until the answer comes, and prints how long it took.'],
  ['test/operator/status.test.ts', 'A read that never ends has to be left in time.'],
  ['test/site/outside.proof.ts', 'Prints how long it took; nothing depends on it.'],
  ['test/grants/grants.proof.ts', 'The limit of a scene ends one that would never end.'],
  ['test/grants/scenes.ts', 'The running stack has the real time; it is asked until the answer comes.'],
  ['test/grants/scene-steps.ts', 'A callback of the platform has the time at which it is sent.'],
  ['test/jobs/erasure/plant.ts', 'A refused report is repeated when the rate limit of the running stack allows it.'],
  [
    'test/first-day/operator-steps.ts',
    'The command line asks until long work has ended; the interval decides nothing.',
  ],
  ['test/stack/templates.proof.ts', 'A callback carries the time at which it is sent.'],
  ['test/delivery/stack-traffic.ts', 'Asks the running stack until the answer comes; the interval decides nothing.'],
  [
    'test/stack/notice-mails.proof.ts',
    'The running stack has the real time; what is due in minutes is made due at once.',
  ],
  ['test/delivery/stack.proof.ts', 'Reports lie up to 30 hours before the real time of the running stack.'],
  ['test/backup/restoring.proof.ts', 'The time that the operator notes before the damage.'],
  ['test/restore/drill.proof.ts', 'The time that the operator notes before the damage.'],
  ['test/docs/commands.proof.ts', 'The time that the operator notes before the damage.'],
  ['test/client/receiver-program.ts', 'The endpoint checks the age of a signature against its own clock.'],
  ['test/docs/guide-endpoint.ts', 'The program of the guide checks the age of a signature against its own clock.'],
  ['test/portal/openings.proof.ts', 'Reports lie within 22 hours before the real time of the running stack.'],
  ['test/portal/around.proof.ts', 'Reports lie within 22 hours before the real time of the running stack.'],
  ['test/portal/names-and-tables.proof.ts', 'Reports lie within 22 hours before the real time of the running stack.'],
  ['test/portal/pages.proof.ts', 'Reports lie within 22 hours before the real time of the running stack.'],
  ['test/portal/delivery.proof.ts', 'Reports lie some hours before the real time of the running stack.'],
  [
    'test/portal/session.proof.ts',
    "The page's clock is set relative to the real time of the running stack, which gives the tokens.",
  ],
  // Verifiers and servers of others have the real time.
  ['test/domain/webhook/signature.test.ts', 'The verifiers check the age of a signature against their own clock.'],
  [
    'test/outbound/servers.ts',
    'A certificate is valid from an hour ago; what drips ends when the other side hangs up.',
  ],
  ['test/platform/http.test.ts', 'What drips ends when the other side hangs up.'],
  [
    'test/platform-simulator/control.test.ts',
    'The caller gives up before the delayed answer: both timers run in one process.',
  ],
  ['test/local-cloud/http-api.test.ts', 'The event carries the time of its arrival, between two readings.'],
  [
    'test/restore/standby.proof.ts',
    'It measures a fail-over; what must arrive was written before the last replication began.',
  ],
  ['test/events/relayed/relay.proof.ts', 'People write twenty times a second while the mode is changed.'],
  // Others.
]);
