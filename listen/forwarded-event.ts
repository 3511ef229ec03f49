/** An event with the exact body that is sent. */
export interface ForwardedEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

/** The status of the answer, or why there was none. */
export type Outcome = number | 'refused' | 'timeout' | 'no answer';
