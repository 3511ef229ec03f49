export const failures = {
  noAnswer: 'No answer came',
  noAnswerWhy: 'The connection may be interrupted. Nothing is lost.',
  unanswered: 'It is not known whether this was carried out',
  unansweredWhy:
    'No answer came in time. “Check and finish” finds out: what was carried out is not carried out a second time.',
  unansweredOnce:
    'No answer came in time, and its secret is not shown again. Close this and look: revoke a new key that you find in the list. After a rotation of the webhook secret, ask the operator for another one.',
  checkAndFinish: 'Check and finish',
  rolesMay: (roles: string) => `These roles may: ${roles}.`,
  askThem: (owners: string) => `Owners: ${owners}.`,
  yourRole: (role: string) => `Your role is ${role}.`,
  olderFacts: (time: string) => `What is shown here is as of ${time}.`,
  retryIn: (seconds: number) =>
    seconds === 1 ? 'You can try again in 1 second.' : `You can try again in ${seconds} seconds.`,
  slots: (occupied: number, limit: number) => `${occupied} of ${limit} slots are taken.`,
  toMerged: 'Go to the customer that it was merged into',
};
