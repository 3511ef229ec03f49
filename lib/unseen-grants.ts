import { CfnPolicy, PolicyStatement, Role, type IGrantable, type PolicyStatementProps } from 'aws-cdk-lib/aws-iam';

/** Under this key of a policy's metadata stands which of its grants no call of the local stack uses, and why. */
export const unseenGrants = 'UnseenGrants';

/**
 * Says why grants of a function are used by no call that the local stack sees. The report on grants prints the reason;
 * it fails for a grant that is unused and has none, and for a grant that is used and has one.
 */
export const explainUnseen = (grantee: IGrantable, statement: PolicyStatementProps, reason: string): void => {
  const role = grantee.grantPrincipal;
  if (!(role instanceof Role)) throw new Error('only the grants of a role can be explained');
  const policy = role.node.findChild('DefaultPolicy').node.defaultChild;
  if (!(policy instanceof CfnPolicy)) throw new Error(`${role.node.path} has no policy`);
  const explained: unknown = policy.getMetadata(unseenGrants);
  const existing: readonly unknown[] = Array.isArray(explained) ? explained : [];
  policy.addMetadata(unseenGrants, [
    ...existing,
    { Statement: new PolicyStatement(statement).toStatementJson() as unknown, Reason: reason },
  ]);
};

/** Allows what no call of the local stack uses. */
export const allowUnseen = (grantee: IGrantable, statement: PolicyStatementProps, reason: string): void => {
  grantee.grantPrincipal.addToPrincipalPolicy(new PolicyStatement(statement));
  explainUnseen(grantee, statement, reason);
};
