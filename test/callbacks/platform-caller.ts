import { takeIn } from '../../lambdas/callbacks/take-in.ts';
import type { ReceivedChange } from '../../lambdas/domain/callback-message.ts';
import { hubSignature } from '../../lambdas/domain/webhook/signature.ts';
import { answer, type CallbackReceiver } from '../../lambdas/callbacks/answer-callback.ts';
import { changesIn } from '../../lambdas/runtime/callback-queue.ts';
import { logger } from '../../lambdas/runtime/logger.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { eventOf } from '../../tools/harness/service.ts';
import type { TemplateScene } from '../../tools/harness/template-scene.ts';
import { app } from '../../tools/harness/connect-scenery.ts';
import { recorded, type Subject } from '../../tools/harness/recorded-callbacks.ts';

const secret = 'the-secret-of-the-app';

/** A partner with a connected instance and some templates, and the platform that calls back about them. */
export class PlatformCaller {
  readonly scene: TemplateScene;
  readonly instanceId: string;
  readonly subject: Subject;
  readonly logLines: string[] = [];

  constructor(scene: TemplateScene, instanceId: string, subject: Subject) {
    this.scene = scene;
    this.instanceId = instanceId;
    this.subject = subject;
  }

  /** Sends a callback to the entry function, then processes what it queued. */
  async send(body: string, table: Table = this.scene.scenery.table): Promise<number> {
    const log = logger((line) => this.logLines.push(line), {});
    const queued: ReceivedChange[] = [];
    const door: CallbackReceiver = {
      appSecret: () => Promise.resolve(secret),
      queue: (changes) => {
        queued.push(...changes);
        return Promise.resolve();
      },
      relay: () => Promise.resolve(0),
      clock: this.scene.deps.clock,
      log,
    };
    const headers = { 'x-hub-signature-256': hubSignature(secret, Buffer.from(body)) };
    const { statusCode } = await answer(door, eventOf('POST', { body }, headers));
    await takeIn({ ...this.scene.deps, appId: app.id, table, log }, changesIn(JSON.stringify({ changes: queued })));
    return statusCode ?? 0;
  }

  /** Sends a recorded callback about the instance, its business account and its template, at a time relative to now. */
  say(name: string, fromNow = 0, table?: Table): Promise<number> {
    return this.send(recorded(name, this.subject, this.scene.scenery.clock.now() + fromNow), table);
  }

  async status(): Promise<string> {
    return (await this.scene.instance(this.instanceId)).instance.status;
  }
}
