/** Figures that no measurement of the table gives. The dashboard shows those of a stage. */
export const assumptions = {
  /** Milliseconds of the dispatcher for a call in a warm environment, and in a new one, including its start. */
  callMilliseconds: 15,
  coldMilliseconds: 400,
  /** Milliseconds of the delivery worker for an event to a fast endpoint, and of the stream's reader for a batch. */
  deliveryMilliseconds: 60,
  relayMilliseconds: 20,
  /** Milliseconds of a batch of events to healthy endpoints: three rounds of the table, and the longest of its exchanges. */
  batchMilliseconds: 180,
  /** Milliseconds of `Journal` and of `Folding` for a report of a partner with 400 instances: twice the processor time of test/reports/units.proof.ts. */
  journalMilliseconds: 0.5,
  foldMilliseconds: 3,
  /** Milliseconds of the receiver for a callback that it queues. */
  receiveMilliseconds: 15,
  /** Milliseconds of a batch of callbacks to healthy endpoints: a round of the table, and the longest of its exchanges. */
  relayBatchMilliseconds: 150,
  /** Milliseconds of the sweep, and of the audit, without overdue work. */
  sweepMilliseconds: 300,
  /** Milliseconds of a run of the probe, most of which waits for a report, its calls, and the units of these with what they begin. */
  probeMilliseconds: 15_000,
  probeCalls: 15,
  probeUnits: { read: 40, write: 60 },
  /** Requests of S3 of a run whose stage has a status page. */
  statusRequests: { get: 1, put: 2 },
  /** Bytes of the log lines of a call, an attempt and a sweep. */
  callLogBytes: 1_000,
  attemptLogBytes: 600,
  sweepLogBytes: 3_000,
  /** How much of a log is left when it is compressed: https://aws.amazon.com/cloudwatch/pricing/ */
  logCompression: 0.15,
  /** Bytes in the table of a customer with its history and search row, of an update's history, of a line, and of a report with its index. */
  customerBytes: 1_600,
  changeBytes: 600,
  instanceBytes: 1_400,
  reportBytes: 500,
  /** The share of calls after the first of each second: https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
  tracedShare: 0.05,
  /** Bytes of an answer, and of an event with its headers, that leave AWS. */
  answerBytes: 2_000,
  eventBytes: 1_500,
  /** Lambda begins with five pollers a queue, each with a long poll of 20 s. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
  pollsAnHourAQueue: 5 * 180,
  /** Hours of a month, as AWS calculates. */
  monthHours: 730,
  /** Write units for counting a call that is alone in its second of an environment. Others share theirs. */
  countUnits: 1,
  /** Write units of a report for journal and index: for a partner with 400 instances, and for one busy instance. */
  sparseIndexUnits: 1.24,
  hotIndexUnits: 0.43,
  /** Write units of an event for the list of events: for an event that is alone in its batch, and for a batch with 45 events of two customers. */
  sparseListUnits: 1,
  fullListUnits: 1 / 45,
} as const;
