/** The deployment of a stage by GitHub Actions. */
export interface Delivery {
  /**
   * The repository in the subject of its tokens: `owner/name`, or `owner@1/name@2` with GitHub's ids:
   * https://docs.github.com/en/actions/reference/security/oidc#immutable-subject-claims
   */
  readonly repository: string;
  /** Whether the provider of GitHub's tokens is created with the role. An account has at most one. */
  readonly identityProvider: 'new' | 'existing';
}
