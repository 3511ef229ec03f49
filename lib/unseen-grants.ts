import { CfnPolicy, PolicyStatement, Role, type IGrantable, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';

/** The metadata key of a policy for grants that no call of the local stack uses, with the reasons. */
export const unseenGrants = 'UnseenGrants';

/**
 * Explains why no call of the local stack uses a grant. The report on grants prints the reason. It fails for unused
 * grants without a reason and for used grants with one.
 */
export const explainUnseen = (grantee: IGrantable, statement: PolicyStatementProps, reason: string): void => {
  const role = grantee.grantPrincipal;
  if (!(role instanceof Role)) throw new Error('the grantee must be a role');
  const policy = role.node.findChild('DefaultPolicy').node.defaultChild;
  if (!(policy instanceof CfnPolicy)) throw new Error(`${role.node.path} has no policy`);
  const explained: unknown = policy.getMetadata(unseenGrants);
  const existing: readonly unknown[] = Array.isArray(explained) ? explained : [];
  policy.addMetadata(unseenGrants, [
    ...existing,
    { Statement: new PolicyStatement(statement).toStatementJson() as unknown, Reason: reason },
  ]);
};

export const allow = (grantee: IGrantable, statement: PolicyStatementProps): void => {
  grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement(statement));
};

/** A grant that no call of the local stack uses. */
export const allowUnseen = (grantee: IGrantable, statement: PolicyStatementProps, reason: string): void => {
  allow(grantee, statement);
  explainUnseen(grantee, statement, reason);
};
