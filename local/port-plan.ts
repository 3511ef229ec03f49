import { createServer } from 'node:net';

/** The ports of the local cloud; 0: any free port. */
export interface PortPlan {
  /** The HTTP API and the console. */
  readonly api: number;
  /** The AWS services. */
  readonly gateway: number;
  readonly dynamodb: number;
  readonly cognito: number;
  /** The AWS services, for programs without credentials of the local cloud. */
  readonly unsignedGateway: number;
  /** The functions' and the local cloud's own control API. */
  readonly control: number;
  readonly platform: number;
  readonly receiver: number;
  readonly receiverControl: number;
  /** The hosted pages. */
  readonly connect: number;
}

const names: readonly (keyof PortPlan)[] = [
  'api',
  'gateway',
  'dynamodb',
  'cognito',
  'unsignedGateway',
  'control',
  'platform',
  'receiver',
  'receiverControl',
  'connect',
];

/** The API's port and the ports that follow it, or any free ports. */
export const planPorts = (api: number): PortPlan => ({
  api,
  gateway: api === 0 ? 0 : api + 1,
  dynamodb: api === 0 ? 0 : api + 2,
  cognito: api === 0 ? 0 : api + 3,
  unsignedGateway: api === 0 ? 0 : api + 4,
  control: api === 0 ? 0 : api + 5,
  platform: api === 0 ? 0 : api + 6,
  receiver: api === 0 ? 0 : api + 7,
  receiverControl: api === 0 ? 0 : api + 8,
  connect: api === 0 ? 0 : api + 9,
});

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });

/** The first port of the plan that is in use. */
export const takenPort = async (plan: PortPlan): Promise<number | undefined> => {
  for (const name of names) if (!(await isFree(plan[name]))) return plan[name];
  return undefined;
};
