/** What AWS Budgets and Cost Anomaly Detection tell of the account. */
export interface Budget {
  /** Tickets at 80 and 100 percent, and when a month is forecast to exceed it. */
  readonly dollarsPerMonth: number;
  /** The impact in the mails, and the account's monitor of all services, of which there is one at most. */
  readonly anomalies: { readonly dollars: number; readonly monitor: 'new' | `arn:${string}` } | null;
}
