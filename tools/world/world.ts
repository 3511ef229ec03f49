import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { answer as answerCallback } from '../../lambdas/callbacks/answer-callback.ts';
import type { Answer } from '../../lambdas/connect/answer.ts';
import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';
import { takeIn } from '../../lambdas/callbacks/take-in.ts';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { day, hour, minute, second, type Milliseconds } from '../../lambdas/kernel/time.ts';
import { hintReceptions, queues, type QueueName } from '../../lambdas/kernel/work.ts';
import { runCommand } from '../../lambdas/operator/run-command.ts';
import { hintOf } from '../../lambdas/relay/relay.ts';
import { relayCallbacks } from '../../lambdas/events/relayed/send-on.ts';
import { changesIn } from '../../lambdas/runtime/callback-queue.ts';
import { relayedCallbackIn } from '../../lambdas/runtime/relay-queue.ts';
import { hubSignature } from '../../lambdas/domain/webhook/signature.ts';
import { togetherId } from '../../lambdas/domain/size.ts';
import { callApi } from '../processes/call-api.ts';
import { invocationOf, waitingOf, workOn, type Waiting } from '../processes/background.ts';
import { openEnvironment, type Environment, type Systems } from '../processes/environment.ts';
import { Outside, type OutsideCall } from '../processes/outside.ts';
import { broken } from '../processes/ports.ts';
import { queueOf } from '../processes/queue-addresses.ts';
import { fixedVault } from '../processes/surroundings.ts';
import type { Ask } from '../access-patterns/scenario.ts';
import { app } from '../harness/connect-scenery.ts';
import { Scene, type Link, type Surroundings } from '../harness/connect-scene.ts';
import { memoryPool } from '../harness/memory-pool.ts';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import { noDeadline } from '../harness/no-deadline.ts';
import { eventOf, startService, testCaller, type Reply, type TestService } from '../harness/service.ts';
import { tableProperties } from '../harness/table-properties.ts';
import { rawItems } from '../harness/traces.ts';
import type { Item, Table } from '../../lambdas/store/table/table.ts';
import type { Choices } from './choices.ts';
import { Container } from './container.ts';
import { Endpoints } from './endpoints.ts';
import { textOf } from './invariants/watch.ts';
import { Watching } from './invariants/watching.ts';
import { copyAudit, Journal } from './journal.ts';
import { Ledger } from './ledger.ts';
import { dialogUrl, WorldPlatform } from './platform.ts';
import { Killed, Process, type FateOf } from './process.ts';
import { Scheduler } from './scheduler.ts';
import type { Keys } from './table/item-store.ts';
import { MemoryTable, type Observe } from './table/memory-table.ts';
import { keysOf } from './table/requests.ts';
import { recordOf, type Change } from './table/stream.ts';
import { v7 } from 'uuid';
import { randomBytes } from 'node:crypto';

/** How the parts between the processes behave. */
export interface Weather {
  readonly fateOf: FateOf;
  /** Shares of the hints. */
  readonly lostHints: number;
  readonly repeatedHints: number;
  /** How old the state of a read can be, of the index and without `ConsistentRead`. */
  readonly lag: { readonly index: Milliseconds; readonly table: Milliseconds };
  /** How much the clock of a function can be off. */
  readonly clockError: Milliseconds;
  /** Whether environments with their caches serve further invocations. */
  readonly areWarm: boolean;
}

export interface WorldOptions {
  /** Whether its events are traced. */
  readonly isTraced?: boolean;
  /** Sees the commands of the table. */
  readonly observe?: Observe | undefined;
}

/** A call of the API with its final answer. */
export interface Answered {
  readonly route: string;
  readonly status: number;
  readonly text: string;
}

export const largestClockError: Milliseconds = 2 * second;

/** Noon, far from the end of a day, a month and the wall clock. */
const start = Date.UTC(2030, 0, 2, 12);
const invocation = {
  dispatcher: 29 * second,
  connect: 60 * second,
  callback: 29 * second,
  intake: 60 * second,
  relayed: 60 * second,
  operator: 15 * minute,
};
/** The time after which a queue delivers a message again. */
const visibility = 3 * minute;
const sweepGap = minute;
const overdue = 15 * second;
/** What is due within that time belongs to a schedule: an event of an endpoint that failed is tried again after hours. */
const soonOf = (queue: QueueName): Milliseconds =>
  queue === 'event' || queue === 'slow' || queue === 'outbox' ? 4 * hour : 30 * minute;
const mostTries = 500;
const attemptsOfClient = 4;

/** The items of a transaction. */
const keysIn = ({ input: { TransactItems: actions = [] } }: TransactWriteCommand): readonly Keys[] =>
  actions.map(({ Put, Update, Delete, ConditionCheck }) =>
    keysOf(Put ? pick(Put.Item) : (Update ?? Delete ?? ConditionCheck)?.Key),
  );
const pick = (item: Item | undefined): Item => ({ pk: item?.['pk'], sk: item?.['sk'] });

/** The items that a command of a commit writes. */
const writtenBy = (command: unknown): readonly Keys[] => {
  if (command instanceof TransactWriteCommand) return keysIn(command);
  if (command instanceof PutCommand) return [keysOf(pick(command.input.Item))];
  return command instanceof UpdateCommand ? [keysOf(command.input.Key)] : [];
};

/** Nothing breaks. */
export const calm: Weather = {
  fateOf: () => ({ before: 2, after: 2, fault: null }),
  lostHints: 0,
  repeatedHints: 0,
  lag: { index: 500, table: 0 },
  clockError: 0,
  areWarm: false,
};
const longestLag = 5 * second;

const isAgain = (status: number, text: string): boolean =>
  status >= 500 || status === 429 || text.includes('"idempotency_in_progress"');

const session = z.object({ session: z.object({ id: z.string(), url: z.string() }) });

/** All functions of the service on one scheduler, with the systems around them in memory. */
export class World {
  readonly choices: Choices;
  readonly scheduler = new Scheduler(start);
  readonly endpoints = new Endpoints(() => this.scheduler.now);
  readonly table: MemoryTable;
  readonly platform: WorldPlatform;
  readonly systems: Systems;
  readonly answers: Answered[] = [];
  /** What broke while it ran. */
  readonly faults: string[] = [];
  readonly trace: string[] = [];
  readonly logLines: string[] = [];
  /** Whether an answer of the endpoint disabled it: its events are not sent before they are asked for. */
  wasDisabled = false;
  weather: Weather;
  /** A part of the partition keys that the table refuses to write; null: none. */
  refused: string | null = null;
  /** Whether its events are traced. */
  readonly isTraced: boolean;
  #service: TestService | null = null;
  #scene: Scene<Surroundings> | null = null;
  #keys = 0;
  #relayed = 0;
  #transactions = 0;
  /** How many messages of a queue were taken. */
  readonly #taken = new Map<string, number>();
  readonly #journal = new Journal(this);
  readonly watching = new Watching();
  readonly ledger = new Ledger();
  readonly #numbers = new Map<string, number>();
  /** Environments between two invocations, by function, the last used at the end. */
  readonly #idle = new Map<string, Container[]>();
  /** How many actors have not ended. */
  #acting = 0;
  /** The work that waits, by its item. */
  readonly #waiting = new Map<string, Waiting>();

  constructor(choices: Choices, { isTraced = false, observe }: WorldOptions = {}) {
    this.choices = choices;
    this.isTraced = isTraced;
    this.weather = calm;
    const now = (): Milliseconds => this.scheduler.now;
    const retryPolicy = { sleep: (time: Milliseconds) => this.scheduler.wait(time), random: () => 0.5 };
    const lag = (of: 'table' | 'index'): Milliseconds => this.weather.lag[of];
    this.table = new MemoryTable({
      name: tableProperties.TableName,
      now,
      retryPolicy,
      lag,
      longestLag,
      ...(observe !== undefined && { observe }),
    });
    this.platform = new WorldPlatform(now, this.endpoints, (body) => this.callback(body));
    const newId = (at: Milliseconds): string => togetherId(v7({ msecs: at, random: randomBytes(16) }));
    this.systems = {
      clock: { now, pass: () => undefined },
      vault: fixedVault(),
      http: this.platform.http,
      endpoint: { send: this.endpoints.send, close: () => undefined },
      queues: new Map(),
      pool: memoryPool(new Map(), () => newId(now())),
      objects: new Map(),
      logLines: this.logLines,
      tableOf: (outside) => this.#tableOf(outside),
      retryPolicy,
      newId,
    };
    this.scheduler.afterEach = () => {
      this.#relay();
    };
  }

  #tableOf(outside: Outside): Table {
    const { client } = this.table;
    const send = (command: Parameters<typeof client.send>[0]): Promise<unknown> => {
      const isRefused = (): boolean => {
        const { refused } = this;
        return refused !== null && writtenBy(command).some(({ pk }) => pk.includes(refused));
      };
      const token = this.#newToken();
      const attempt = (): Promise<unknown> =>
        command instanceof TransactWriteCommand
          ? client.send(new TransactWriteCommand({ ...command.input, ClientRequestToken: token }))
          : client.send(command);
      const act = (): Promise<unknown> =>
        isRefused() ? Promise.reject(new Error('the partition takes nothing')) : attempt();
      const name = command.constructor.name.replace('Command', '');
      // The SDK sends the command again, with its token.
      const made = { name, act, lost: act, failed: () => Promise.reject(broken()) };
      if (!(command instanceof TransactWriteCommand)) return this.#afterConflicts(outside, made);
      return outside.call({ ...made, begin: () => this.table.hold(keysIn(command)) });
    };
    return {
      name: this.table.name,
      retryPolicy: this.table.retryPolicy,
      client: new Proxy(client, {
        get: (target, property): unknown => (property === 'send' ? send : Reflect.get(target, property)),
      }),
    };
  }

  /** As the SDK does: all attempts of a transaction carry one token. */
  #newToken(): string {
    this.#transactions += 1;
    return `transaction ${this.#transactions}`;
  }

  /** A single write that meets a transaction is sent again, as the service's settings of the SDK do. */
  async #afterConflicts<T>(outside: Outside, made: OutsideCall<T>): Promise<T> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await outside.call(made);
      } catch (error) {
        if (!(error instanceof TransactionConflictException) || tried === attemptsOfClient) throw error;
        await this.scheduler.wait(25 * 2 ** tried);
      }
    }
  }

  get service(): TestService {
    if (this.#service === null) throw new Error('the world is not open');
    return this.#service;
  }

  get scene(): Scene<Surroundings> {
    if (this.#scene === null) throw new Error('the world is not open');
    return this.#scene;
  }

  get partnerId(): string {
    return this.service.partner.partnerId;
  }

  /** Calls of it are no events: for preparations, and for looks at the end. */
  get aside(): Environment {
    const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };
    return openEnvironment({ ...this.systems, retryPolicy }, new Outside());
  }

  /** Makes the partner. */
  async open(): Promise<void> {
    const { vault, clock, endpoint: outbound } = this.systems;
    this.#service = await startService(this.table, { clock: clock.now, rateScale: 10_000, vault, outbound });
    const surroundings: Surroundings = {
      platform: { dialogUrl, sdkUrl: 'https://platform.example/sdk.js' },
      signUp: this.platform.signUp,
      state: () => Promise.reject(new Error('the platform itself is at hand')),
    };
    this.#scene = new Scene(surroundings, this.#service, this.aside.connect, '', '');
  }

  say(text: string): void {
    if (this.isTraced) this.trace.push(`${new Date(this.scheduler.now).toISOString().slice(11, 23)}  ${text}`);
  }

  /** Begins what an actor does. */
  begin(name: string, act: () => Promise<void>): void {
    this.say(`begins: ${name}`);
    this.#acting += 1;
    act()
      .catch((error: unknown) => {
        this.faults.push(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      })
      .finally(() => {
        this.#acting -= 1;
      });
  }

  /** A key that no line of this schedule has. */
  freshKey(): string {
    this.#keys += 1;
    return `line-${this.#keys}`;
  }

  /** Begins an invocation. */
  process(kind: string, time: Milliseconds): Process {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    const fateOf: FateOf = (process, index, name) => {
      const fate = this.weather.fateOf(process, index, name);
      const stall = fate.before + fate.after >= second ? `  ${fate.before} ms before, ${fate.after} ms after` : '';
      this.say(`${process.name}  ${index} ${name}${stall}${fate.fault === null ? '' : `  ${fate.fault}`}`);
      return fate;
    };
    return new Process(this.scheduler, fateOf, kind, number, this.scheduler.now + time);
  }

  /** The systems with the clock of the machine on which a process runs. */
  #systemsOf(process: Process): Systems {
    const { clockError } = this.weather;
    if (clockError === 0) return this.systems;
    const off = Math.round((this.choices.fraction(`the clock of ${process.name}`) * 2 - 1) * clockError);
    return { ...this.systems, clock: { ...this.systems.clock, now: () => this.scheduler.now + off } };
  }

  /**
   * Runs an invocation in an environment of its function: in the one that was used last, or else in a new one.
   * @param name of the function
   */
  async #within<T>(
    name: string,
    process: Process,
    deadline: Deadline,
    run: (it: Environment) => Promise<T>,
  ): Promise<T> {
    const idle = this.#idle.get(name) ?? [];
    this.#idle.set(name, idle);
    const container = idle.pop() ?? new Container(this.#systemsOf(process), process);
    container.run(process);
    try {
      return await run(openEnvironment(container.systems, process, deadline, container.lasting));
    } finally {
      // Lambda ends an environment whose invocation crashed, or ran out of time.
      if (this.weather.areWarm && !process.isDead) idle.push(container);
    }
  }

  #deadlineIn(time: Milliseconds): Deadline {
    const end = this.scheduler.now + time;
    return { ...noDeadline, calls: end - 3 * second, end };
  }

  /** Makes a call as a partner's backend: with a key, until the answer is final. */
  call(route: string, method: Ask['method'], given: Ask['given'], bearer?: string): Promise<Answered> {
    const key = randomBytes(8).toString('hex');
    return this.ask(route, { method, given, key, ...(bearer !== undefined && { bearer }) });
  }

  /** Makes a call, and repeats it until the answer is final. */
  async ask(route: string, asked: Ask): Promise<Answered> {
    const ask = { bearer: this.service.partner.apiKey, ...asked };
    let last = 'none';
    for (let tries = 0; tries < mostTries; tries += 1) {
      const process = this.process(route, invocation.dispatcher);
      const run = (it: Environment) => callApi(it, this.service.apikey, route, ask);
      const deadline = this.#deadlineIn(invocation.dispatcher);
      const reply = await this.#within('Dispatcher', process, deadline, run).catch((error: unknown) => {
        if (error instanceof Killed) return null;
        throw error;
      });
      if (reply !== null && !process.isDead) {
        last = `${reply.status} ${reply.text}`;
        this.say(`${process.name}  answered ${last.slice(0, 300)}`);
        if (reply.status === 500)
          this.faults.push(`${route}: 500 ${this.logLines.findLast((line) => line.includes(`"ERROR"`)) ?? ''}`);
        if (!isAgain(reply.status, reply.text)) {
          const answered = { route, ...reply };
          this.answers.push(answered);
          return answered;
        }
      }
      await this.scheduler.wait(5 * second);
    }
    this.faults.push(`${route}: no final answer; the last one was ${last.slice(0, 300)}`);
    return { route, status: 0, text: '{}' };
  }

  /** A link for an instance; null when it is refused. */
  async link(instanceId: string, mode: 'connect' | 'reconnect', more: Ask['given'] = {}): Promise<Link | null> {
    const given = { instance_id: instanceId, mode, ...more };
    const { status, text } = await this.call('create-connect-session', 'POST', given);
    if (status >= 400 || status === 0) return null;
    const { id: sessionId, url } = session.parse(JSON.parse(text)).session;
    return { instanceId, sessionId, token: url.split('/').at(-1) ?? '', requestId: '' };
  }

  /**
   * An end customer signs up and comes back, and once more when the browser got no answer and the link is open again.
   * @param between what happens when the end customer has signed up
   */
  async connect(
    link: Link,
    choice: Readonly<Record<string, string>>,
    between = (): Promise<void> => Promise.resolve(),
  ): Promise<void> {
    if (await this.#signUp(link, choice, between)) return;
    await this.scheduler.wait(2 * minute);
    const page = await this.scene.open(link);
    if (page.body?.includes(`/connect/${link.token}/start`) === true) await this.#signUp(link, choice, between);
  }

  /** @returns whether the browser was answered at once */
  async #signUp(link: Link, choice: Readonly<Record<string, string>>, between: () => Promise<void>): Promise<boolean> {
    const code = await this.scene.signUp(link, choice).catch((error: unknown) => {
      this.say(`the sign-up failed: ${String(error)}`);
      return null;
    });
    if (code === null) return true;
    await between();
    const isAnswered = await this.#visit((deps) => this.scene.comeBack(link, code, deps));
    const page = await this.scene.open(link);
    const { number } = choice;
    if (page.body?.includes(`/connect/${link.token}/choose`) === true && number !== undefined)
      await this.#visit((deps) => this.scene.sendForm(link, 'choose', { number }, deps));
    return isAnswered;
  }

  /** An end customer sends a form of a link's page, if the page has it. */
  async press(link: Link, place: 'cancel' | 'pin', fields: Readonly<Record<string, string>> = {}): Promise<void> {
    const page = await this.scene.open(link);
    if (page.body?.includes(`/connect/${link.token}/${place}`) !== true) return;
    const isAnswered = await this.#visit((deps) => this.scene.sendForm(link, place, fields, deps));
    if (!isAnswered) await this.scheduler.wait(2 * minute);
  }

  /** Gives a command of the operator, until it is carried out or refused. @param isAudited whether it changes something */
  async operate(command: string, input: Readonly<Record<string, unknown>>, isAudited = true): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const run = (it: Environment) => runCommand(it.operator, { caller: testCaller, command, input });
      const answer = await this.invoke(command, invocation.operator, run).catch(() => null);
      if (answer?.ok === true && isAudited) this.ledger.commands.set(JSON.stringify([command, input]), command);
      if (answer !== null) return;
      await this.scheduler.wait(5 * second);
    }
    this.faults.push(`${command}: is never carried out`);
  }

  /** Changes the platform as its control API does. */
  control(instructions: unknown): Promise<void> {
    return this.scheduler.act(() => this.platform.control(instructions));
  }

  /** Makes a request of a browser, which is repeated after an error page. @returns whether it was answered at once */
  async #visit(request: (deps: ConnectDeps) => Promise<Answer>): Promise<boolean> {
    for (let tries = 0; tries < 5; tries += 1) {
      const process = this.process('Connect', invocation.connect);
      const run = ({ connect }: Environment) => request(connect);
      const deadline = this.#deadlineIn(invocation.connect);
      const { statusCode = 0 } = await this.#within('Connect', process, deadline, run).catch((error: unknown) => {
        if (error instanceof Killed) return { statusCode: 500 };
        throw error;
      });
      this.say(`${process.name}  answered ${statusCode}`);
      if (!process.isDead && statusCode < 500) return tries === 0;
      await this.scheduler.wait(3 * second);
    }
    return false;
  }

  /** Delivers a callback of the platform until it is accepted. */
  async callback(body: string): Promise<number> {
    const headers = { 'x-hub-signature-256': hubSignature(app.secret, Buffer.from(body)) };
    for (let tries = 0; tries < 5; tries += 1) {
      const { statusCode = 0 } = await answerCallback(this.aside.door, eventOf('POST', { body }, headers));
      if (statusCode === 200) return statusCode;
    }
    return 500;
  }

  /** Sends hints of what the commits made due, and the callbacks that wait. */
  #relay(): void {
    const { now } = this.scheduler;
    const changes = this.table.changes.slice(this.#relayed);
    this.watching.see(changes);
    for (const change of changes) {
      this.#relayed += 1;
      this.#note(change);
      const record = recordOf(change);
      this.#journal.take(record);
      const hint = hintOf(record, now);
      if (hint === null) continue;
      const place = `hint of ${queues[hint.queue]}`;
      if (this.choices.strikes(`${place} is lost`, this.weather.lostHints)) continue;
      const isRepeated = this.choices.strikes(`${place} is repeated`, this.weather.repeatedHints);
      const delay = hint.delay + 100 + this.choices.index(`${place} comes late`, 900);
      this.#deliver(hint.queue, hint.hint, delay);
      if (isRepeated) this.#deliver(hint.queue, hint.hint, delay + this.choices.index(`${place} comes again`, minute));
    }
    for (const body of this.#arrived('callback')) {
      const delay = 100 + this.choices.index('callback comes late', 5 * second);
      this.#receive(delay, () =>
        this.invoke('CallbackIntake', invocation.intake, (it) => takeIn(it.intake, changesIn(body))),
      );
    }
    for (const body of this.#arrived('relayed')) {
      this.#receive(100 + this.choices.index('relayed callback comes late', second), () => this.#sendOn(body));
    }
    for (const body of this.#arrived('audit')) this.#receive(second, () => copyAudit(this, body));
  }

  /** Sends a callback of a number on. */
  #sendOn(body: string): Promise<void> {
    return this.invoke('CallbackRelay', invocation.relayed, async (it) => {
      const failed = await relayCallbacks(it.relayed, [relayedCallbackIn(body)]);
      if (failed.size > 0) throw new Error('a callback could not be sent on');
    });
  }

  /** Notes whether an item waits for a worker. */
  #note({ keys: { pk, sk }, newImage }: Change): void {
    const [waiting] = waitingOf([
      { pk, sk, due_shard: textOf(newImage, 'due_shard'), due_at: textOf(newImage, 'due_at') },
    ]);
    if (waiting === undefined) this.#waiting.delete(`${pk} ${sk}`);
    else this.#waiting.set(`${pk} ${sk}`, waiting);
  }

  /** The messages that a queue got since the last look. */
  #arrived(queue: 'callback' | 'relayed' | 'audit'): readonly string[] {
    const all = this.systems.queues.get(queueOf(queue)) ?? [];
    const arrived = all.slice(this.#taken.get(queue) ?? 0);
    this.#taken.set(queue, all.length);
    return arrived;
  }

  /** Delivers a message to its function until it succeeds. */
  #receive(delay: Milliseconds, run: () => Promise<unknown>, reception = 1): void {
    this.scheduler.at(this.scheduler.now + delay, () => {
      run().catch(() => {
        if (reception < hintReceptions) this.#receive(visibility, run, reception + 1);
      });
    });
  }

  /** Runs an invocation of a function. @throws its error, after which its source delivers again */
  async invoke<T>(kind: string, time: Milliseconds, run: (it: Environment) => Promise<T>): Promise<T> {
    const process = this.process(kind, time);
    try {
      const result = await this.#within(kind, process, this.#deadlineIn(time), run);
      if (process.isDead) throw new Killed('its end');
      return result;
    } catch (error) {
      this.say(`${process.name}  failed: ${String(error)}`);
      throw error;
    }
  }

  #deliver(queue: QueueName, hint: DueHint, delay: Milliseconds, reception = 1): void {
    this.scheduler.at(this.scheduler.now + delay, () => {
      const { now } = this.scheduler;
      const process = this.process(queues[queue], invocationOf(queue, now).end - now);
      this.say(`${process.name}  begins with ${hint.pk} ${hint.sk}`);
      const run = (it: Environment) => workOn(it, now, queue, [hint]);
      this.#within(queues[queue], process, noDeadline, run).catch((error: unknown) => {
        this.say(`${process.name}  failed: ${String(error)}`);
        if (reception < hintReceptions) this.#deliver(queue, hint, visibility, reception + 1);
      });
    });
  }

  items(): Promise<readonly Item[]> {
    return rawItems(this.table);
  }

  /** What the sweep finds. */
  #sweep(): void {
    // What was prepared is no event, after which changes are relayed.
    this.#relay();
    const { now } = this.scheduler;
    for (const { queue, hint, at } of this.#waiting.values()) {
      if (at <= now - overdue || (at > now && at <= now + sweepGap)) {
        this.#deliver(queue, hint, Math.max(0, at - now) + this.choices.index('the sweep comes late', second));
      }
    }
  }

  /** Lets time pass, with a sweep each minute. */
  async pass(time: Milliseconds): Promise<void> {
    const end = this.scheduler.now + time;
    while (this.scheduler.now < end) {
      await this.scheduler.runUntil(Math.min(end, this.scheduler.now + sweepGap));
      this.#sweep();
    }
  }

  /** Ends all faults, and lets time pass until all actors have ended and nothing is due soon. */
  async settle(): Promise<void> {
    this.weather = calm;
    for (let spent = 0; spent < 3 * day; spent += 10 * minute) {
      if (this.#acting === 0) {
        this.endpoints.setStatus(200);
        this.refused = null;
      }
      await this.pass(10 * minute);
      const isDue = Array.from(this.#waiting.values()).some(({ queue, at }) => at < this.scheduler.now + soonOf(queue));
      if (isDue || this.#acting > 0 || spent < 20 * minute) continue;
      // For what follows the last work on the stream.
      await this.pass(minute);
      return;
    }
    this.faults.push('work is due without end');
  }

  /** A look without events. @throws Error when it fails */
  async look(route: string, query: Readonly<Record<string, string>>): Promise<Reply> {
    const reply = await this.service.call('GET', { query: { route, ...query } });
    if (reply.status >= 500 || reply.status === 429) throw new Error(`${route}: ${reply.status} ${reply.text}`);
    return reply;
  }
}
