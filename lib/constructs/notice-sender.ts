import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { Variable } from '../../lambdas/runtime/environment.ts';
import type { Mail } from '../member-settings.ts';
import { allowUnseen } from '../unseen-grants.ts';

/** The sender of critical notifications by e-mail. SES has verified its domain before: the stack makes no identity. */
export class NoticeSender extends Construct {
  readonly environment: Partial<Record<Variable, string>>;
  readonly #mail: Mail;

  /** @param portalUrl of the stage's portal */
  constructor(scope: Construct, id: string, mail: Mail, portalUrl: string) {
    super(scope, id);
    this.#mail = mail;
    this.environment = { noticesFrom: mail.from, portalUrl };
  }

  /** SES looks at the address when it is an identity of its own: https://docs.aws.amazon.com/ses/latest/dg/control-user-access.html */
  grantSending(grantee: IGrantable): void {
    const { from, domain } = this.#mail;
    allowUnseen(
      grantee,
      {
        actions: ['ses:SendEmail'],
        resources: [domain, from].map((resourceName) =>
          Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName }),
        ),
        conditions: { StringEquals: { 'ses:FromAddress': from } },
      },
      'A mail waits five minutes for further notifications. test/stack/notice-mails.proof.ts does not wait.',
    );
  }
}
