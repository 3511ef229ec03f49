import type { JsonSchemaType } from '@modelcontextprotocol/server';
import type { RouteName } from '../../client/src/routes.ts';

/** A route as a tool. */
export interface Tool {
  readonly route: RouteName;
  readonly description: string;
  /** Whether the route changes something. */
  readonly isCommand: boolean;
  readonly inputSchema: JsonSchemaType;
}
