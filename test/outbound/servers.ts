import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';

export interface TestServer {
  readonly port: number;
  /** Connections accepted so far. */
  readonly accepted: () => number;
  /** Resolves when every connection accepted so far is closed. */
  readonly drained: () => Promise<void>;
  /** Bytes sent so far, over all connections. */
  readonly sent: () => number;
  readonly stop: () => Promise<void>;
}

export interface Identity {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

/** A CA and a certificate of it for these names and addresses. */
export const identityFor = async (names: readonly string[], addresses: readonly string[]): Promise<Identity> => {
  const common = { keyType: 'ec', algorithm: 'sha256', notBeforeDate: new Date(Date.now() - 3_600_000) } as const;
  const ca = await generate([{ name: 'commonName', value: 'test CA' }], {
    ...common,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: names[0] ?? 'server' }], {
    ...common,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2, value }) as const),
          ...addresses.map((ip) => ({ type: 7, ip }) as const),
        ],
      },
    ],
  });
  return { ca: ca.cert, key: server.private, cert: server.cert };
};

/** Hands every connection over as it comes, before TLS. */
export const serveTcp = (onConnection: (socket: Socket) => void, host = '127.0.0.1', port = 0): Promise<TestServer> =>
  watched(createTcpServer(onConnection), host, port);

/** Hands every connection over once TLS stands. */
export const serveTls = (
  identity: Identity,
  onConnection: (socket: TLSSocket) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<TestServer> => {
  const server = createTlsServer({ key: identity.key, cert: identity.cert }, (socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.on('tlsClientError', () => undefined);
  return watched(server, host, port);
};

/** Answers each request, of which it sees only the end of its head, with these bytes. */
export const answering =
  (...answers: readonly string[]) =>
  (socket: Socket): void => {
    let served = 0;
    socket.on('data', () => {
      socket.write(answers[Math.min(served, answers.length - 1)] ?? '');
      served += 1;
    });
  };

/** Writes over and over until the other side closes. */
export const flooding =
  (head: string, piece: string | Buffer) =>
  (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(head);
      const pump = (): void => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', pump);
      pump();
    });
  };

/** Writes a little at a time until the other side closes. */
export const dripping =
  (head: string, piece: string) =>
  (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(head);
      const timer = setInterval(() => socket.write(piece), 10);
      socket.once('close', () => {
        clearInterval(timer);
      });
    });
  };

const watched = async (server: Server, host: string, port: number): Promise<TestServer> => {
  const closed: Promise<void>[] = [];
  const open = new Set<Socket>();
  let sent = 0;
  server.on('connection', (socket) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    closed.push(promise.then(() => undefined));
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sent += socket.bytesWritten;
      open.delete(socket);
      resolve(undefined);
    });
  });
  const { promise: listening, resolve: listened, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject).listen(port, host, () => {
    listened(undefined);
  });
  await listening;
  return {
    port: portOf(server.address()),
    accepted: () => closed.length,
    drained: async () => {
      await Promise.all(closed);
    },
    sent: () => sent,
    stop: async () => {
      for (const socket of open) socket.destroy();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      server.close(() => {
        resolve(undefined);
      });
      await promise;
    },
  };
};

const portOf = (address: AddressInfo | string | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
