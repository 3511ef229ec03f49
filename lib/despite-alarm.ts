/**
 * The reason of a deployment that goes out during an alarm, as a tag's value:
 * https://docs.aws.amazon.com/codedeploy/latest/APIReference/API_Tag.html
 */
const form = /^[\p{L}\p{N}][\p{L}\p{N} _.:/=+@-]{9,199}$/u;

/** @throws Error for a reason that says nothing, or that CloudTrail would not show */
export const checkReason = (reason: unknown): string => {
  if (typeof reason === 'string' && form.test(reason)) return reason;
  throw new Error(
    `the reason to deploy despite an alarm must have 10 to 200 letters, digits, blanks and _.:/=+@-, not ${JSON.stringify(reason)}`,
  );
};

/** The name of the change set of such a deployment, which CloudTrail records with who executed it. */
export const changeSetNameOf = (reason: string): string =>
  `despite-alarm-${reason.replaceAll(/[^A-Za-z0-9]+/g, '-')}`.slice(0, 128);
