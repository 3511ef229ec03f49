import { startLoopbackServer } from '@swift-worker/loopback/server.ts';
import type { Log } from '@swift-worker/loopback/server.ts';
import { answerControl } from './control.ts';
import { answerHook } from './hook.ts';
import { createInbox, type Received } from './inbox.ts';
import { createPlannedAnswers } from './planned-answers.ts';

export interface ReceiverOptions {
  /** Of the hooks; 0: any free one. */
  readonly httpsPort: number;
  /** Of the inbox and the control API, plain HTTP; 0: any free one. */
  readonly controlPort: number;
  /** Key and certificate of the server, PEM. */
  readonly tls: { readonly key: string; readonly cert: string };
  /** The tokens that the handshake accepts, by partner number (1, 2, …). */
  readonly verifyTokens: ReadonlyMap<number, string>;
  readonly log: Log;
}

export interface Receiver {
  readonly receiverUrl: (partner: number) => string;
  readonly inboxUrl: string;
  readonly controlUrl: string;
  readonly setVerifyToken: (partner: number, token: string) => void;
  /** The requests to a partner's hook, in the order of arrival. */
  readonly received: (partner: number) => readonly Received[];
  readonly emptyInbox: (partner: number) => void;
  readonly stop: () => Promise<void>;
}

/** The webhook endpoints of the local partners. They answer as healthy receivers unless other answers are planned. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const dependencies = {
    inbox: createInbox(),
    plannedAnswers: createPlannedAnswers(),
    verifyTokens: new Map(options.verifyTokens),
  };
  const hooks = await startLoopbackServer({
    port: options.httpsPort,
    tls: options.tls,
    log: options.log,
    handle: (request, response) => answerHook(dependencies, request, response),
  });
  const control = await startLoopbackServer({
    port: options.controlPort,
    log: options.log,
    handle: (request, response) => answerControl(dependencies, request, response),
  }).catch(async (error: unknown) => {
    await hooks.stop();
    throw error;
  });
  return {
    receiverUrl: (partner) => `https://127.0.0.1:${hooks.port}/hooks/${partner}`,
    inboxUrl: `http://127.0.0.1:${control.port}/inbox`,
    controlUrl: `http://127.0.0.1:${control.port}/control`,
    setVerifyToken: (partner, token) => void dependencies.verifyTokens.set(partner, token),
    received: dependencies.inbox.list,
    emptyInbox: dependencies.inbox.empty,
    stop: async () => {
      await Promise.all([hooks.stop(), control.stop()]);
    },
  };
}
