import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from '@swift-worker/loopback/exchange.ts';
import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { Log } from '@swift-worker/loopback/server.ts';
import { usualApp } from './app-settings.ts';
import { createCallLog } from './call-log.ts';
import { createConversations } from './conversations.ts';
import { answerControl } from './control.ts';
import { answerDialog } from './dialog.ts';
import { PlatformError, envelope } from './errors.ts';
import { createFaults } from './faults.ts';
import { DOWNLOAD_PATH, downloadMedia } from './media.ts';
import { createMediaStore } from './media-store.ts';
import { createOutbound } from './outbound.ts';
import { createOutcomes } from './outcomes.ts';
import { answerGraph } from './router.ts';
import { sendSdk } from './sdk.ts';
import { createTurns, usualDebugToken, usualOldestVersion } from './simulator.ts';
import type { Simulator } from './simulator.ts';
import { numbersOf } from './state.ts';
import { openStorage, type Storage } from './storage.ts';
import { bearerOf } from './tokens.ts';
import { createUsage } from './usage.ts';

const VERSION = 'v26.0';
/** The portfolio of the app's owner. */
const PORTFOLIO_ID = '300000000000001';

export interface PlatformOptions {
  /** 0: any free one. */
  readonly port: number;
  /** Where the state is stored; undefined: in memory only. */
  readonly dataDirectory: string | undefined;
  readonly appId: string;
  readonly appSecret: string;
  /** The id of the app's configuration of the sign-up. */
  readonly configId: string;
  /** The redirect URIs that the app lists. */
  readonly redirectUris: () => readonly string[];
  /** PEM of the CA to trust in addition to the public ones, for endpoints. */
  readonly caFile: string | undefined;
  /** The app's own callback URL; undefined until it is known. */
  readonly callbackUrl: () => string | undefined;
  readonly log: Log;
  /** Used in place of its own storage, for tests that read and restore it. */
  readonly storage?: Storage;
  /** Epoch milliseconds; for tests of expiry. */
  readonly now?: () => number;
}

export interface Platform {
  /** With the version: `http://127.0.0.1:PORT/v26.0`. */
  readonly graphUrl: string;
  readonly dialogUrl: string;
  /** The script for browsers. */
  readonly sdkUrl: string;
  readonly controlUrl: string;
  /** Resolves when the port is closed and the state is on disk. */
  readonly stop: () => Promise<void>;
}

/** Starts the simulator: the parts of the messaging platform's Graph API that the service uses, with faults on demand (control.ts). */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { log } = options;
  const storage = options.storage ?? (await openStorage(options.dataDirectory, log));
  const outbound = createOutbound(options.caFile === undefined ? undefined : await readFile(options.caFile, 'utf8'));
  const server = await startLoopbackServer({
    port: options.port,
    log,
    handle: (request, response) => handle(simulator, request, response),
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const simulator = createSimulator(options, { graphUrl: `${origin}/${VERSION}`, storage, outbound });
  return {
    graphUrl: simulator.graphUrl,
    dialogUrl: `${simulator.graphUrl}/dialog/oauth`,
    sdkUrl: `${origin}/en_US/sdk.js`,
    controlUrl: `${origin}/control`,
    async stop() {
      outbound.stop();
      await server.stop();
      await storage.flush();
    },
  };
}

type SimulatorOptions = Pick<
  PlatformOptions,
  'appId' | 'appSecret' | 'configId' | 'redirectUris' | 'callbackUrl' | 'log' | 'now'
>;

/** The platform without its server. */
export function createSimulator(
  { appId, appSecret, configId, redirectUris, callbackUrl, log, now = Date.now }: SimulatorOptions,
  { graphUrl, storage, outbound }: Pick<Simulator, 'graphUrl' | 'storage' | 'outbound'>,
): Simulator {
  const { state } = storage;
  return {
    appId,
    portfolioId: PORTFOLIO_ID,
    configId,
    redirectUris,
    callbackUrl,
    now,
    log,
    storage,
    outbound,
    graphUrl,
    faults: createFaults(),
    usage: createUsage(now, (wabaId) => numbersOf(state, wabaId).some((number) => number.registered)),
    calls: createCallLog(),
    media: createMediaStore(now),
    conversations: createConversations(),
    outcomes: createOutcomes(),
    settings: { appSecret, debugToken: usualDebugToken, app: usualApp, oldestVersion: usualOldestVersion },
    turn: createTurns(),
  };
}

async function handle(simulator: Simulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname === '/control') {
    await answerControl(simulator, request, response);
    return;
  }
  if (/^\/[a-z]{2}_[A-Z]{2}\/sdk\.js$/.test(url.pathname)) {
    sendSdk(response, new URL(simulator.graphUrl).origin);
    return;
  }
  if (url.pathname === DOWNLOAD_PATH) {
    sendMedia(simulator, request, response, url);
    return;
  }
  const path = /^\/v\d+\.\d+(\/.+?)\/?$/.exec(url.pathname)?.[1];
  if (path === '/dialog/oauth') await answerDialog(simulator, request, response, url);
  else if (path !== undefined) await answerGraph(simulator, request, response, url, path);
  else sendJson(response, 404, envelope({ code: 2500, message: 'Unknown path components: the version comes first.' }));
}

function sendMedia(simulator: Simulator, request: IncomingMessage, response: ServerResponse, url: URL): void {
  const { method = 'GET', headers } = request;
  const parameters = Object.fromEntries(url.searchParams);
  try {
    const file = downloadMedia(simulator, { method, path: url.pathname, parameters, token: bearerOf(headers) });
    response.writeHead(200, { 'content-type': file.mimeType, 'content-length': file.bytes.length }).end(file.bytes);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    sendJson(response, error.status, error.body);
  }
}
