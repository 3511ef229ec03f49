/** What no measurement of the table says. The dashboard shows a stage's own. */
export const assumptions = {
  /** Milliseconds of the dispatcher for a call, in an environment that is warm; and more in a new one, its start included. */
  callMilliseconds: 15,
  coldMilliseconds: 400,
  /** Of the delivery worker for an event whose endpoint answers at once, and of the stream's reader for a batch. */
  deliveryMilliseconds: 60,
  relayMilliseconds: 20,
  /** Of the sweep, and of the audit, when nothing is there. */
  sweepMilliseconds: 300,
  /** Bytes of the lines that a call, an attempt and a sweep write. */
  callLogBytes: 900,
  attemptLogBytes: 600,
  sweepLogBytes: 3_000,
  /** Of calls, after the first of each second: https://docs.aws.amazon.com/lambda/latest/dg/services-xray.html */
  tracedShare: 0.05,
  /** Of an answer, and of an event with its headers, as they leave AWS. */
  answerBytes: 2_000,
  eventBytes: 1_500,
  /** Lambda begins with five pollers a queue, each with a long poll of 20 s. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
  pollsAnHourAQueue: 5 * 180,
  /** Hours of a month, as AWS counts them. */
  monthHours: 730,
  /** Write units of a report for its journal and index: of a partner with 400 lines, and of one line that reports all the time. */
  sparseIndexUnits: 1.24,
  hotIndexUnits: 0.43,
} as const;
