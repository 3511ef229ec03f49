import type { JsonObject } from '../json-object.ts';

/** An operation of Cognito's API: its answer, or an AwsError. */
export type Operation = (input: JsonObject) => Promise<object>;

/** An operation by its name. */
export type Operations = (name: string, input: JsonObject) => Promise<object>;
