import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findJava } from './java.ts';
import { region } from './names.ts';
import { startWatchedProcess, type WatchedProcess } from './watched-process.ts';

export interface DynamoDbLocal {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** The tables of one access key in a running DynamoDB Local that was started with `sharedDb: false`. */
export interface DynamoDbLocalTables {
  readonly endpoint: string;
  readonly accessKeyId: string;
}

/** The header `Authorization` of a call. DynamoDB Local reads the access key of the signature, and does not check it. */
export const unsigned = (accessKeyId: string): string =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20250101/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

export interface DynamoDbLocalOptions {
  /** Where the tables are kept; undefined: in memory. */
  readonly directory?: string | undefined;
  /** 0 or undefined: any free port. */
  readonly port?: number;
  /** False: each access key has tables of its own. */
  readonly sharedDb?: boolean;
  /** True: it starts slower and answers faster, which pays off after some minutes of load. */
  readonly longRunning?: boolean;
}

// Only the jar of this package is used. `overrides` in the project's package.json puts an empty package in place of each that its code needs.
const simulator = createRequire(import.meta.url).resolve('amplify-dynamodb-simulator/package.json');
const emulator = join(dirname(simulator), 'emulator');

export const dynamoDbLocalLicence = join(emulator, 'LICENSE.txt');

/**
 * AWS's DynamoDB Local, reachable from this machine only. It accepts any credentials and any region, and has one
 * set of tables, except with `sharedDb: false`. @throws Error when there is no Java runtime or the port is taken
 */
export const startDynamoDbLocal = async (options: DynamoDbLocalOptions = {}): Promise<DynamoDbLocal> => {
  const java = await findJava(process.env);
  const workingDirectory = await mkdtemp(join(tmpdir(), 'dynamodb-local-'));
  const { directory } = options;
  if (directory !== undefined) await mkdir(directory, { recursive: true });
  await writeFile(join(workingDirectory, 'server.xml'), serverXml(options));
  const child = startWatchedProcess(java, javaArgumentsFor(options), {
    cwd: workingDirectory,
    // Turns off its telemetry. Version 1.25.1 parses the option -disableTelemetry, but does not use it.
    env: { ...process.env, DDB_LOCAL_TELEMETRY: '0' },
  });
  const stop = async (): Promise<void> => {
    // Tables in memory need no time to be saved.
    await child.stop(directory === undefined ? 0 : 5_000);
    await rm(workingDirectory, { recursive: true, force: true });
  };
  try {
    return { endpoint: `http://127.0.0.1:${await announcedPort(child)}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const javaArgumentsFor = ({ longRunning = false }: DynamoDbLocalOptions): readonly string[] => [
  // Most run for minutes, so a quick start is worth more than the best speed.
  ...(longRunning ? ['-Xmn400m'] : ['-XX:TieredStopAtLevel=1']),
  '-XX:+UseSerialGC',
  '-Dorg.eclipse.jetty.LEVEL=WARN',
  '-Dorg.eclipse.jetty.util.log.announce=false',
  `-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`,
  ...['-cp', join(emulator, 'DynamoDBLocal.jar')],
  ...['org.eclipse.jetty.xml.XmlConfiguration', 'server.xml'],
];

/**
 * The set-up of the jar's own main class for `-sharedDb -port N`, without telemetry, and bound to the loopback interface
 * only, for which that class has no option. Prints the port when it listens.
 */
const serverXml = ({ directory, port = 0, sharedDb = true }: DynamoDbLocalOptions): string => `<?xml version="1.0"?>
<!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "http://www.eclipse.org/jetty/configure_9_3.dtd">
<Configure id="server" class="org.eclipse.jetty.server.Server">
  <Call name="addConnector">
    <Arg>
      <New id="connector" class="org.eclipse.jetty.server.ServerConnector">
        <Arg name="server"><Ref refid="server"/></Arg>
        <Set name="host">127.0.0.1</Set>
        <Set name="port" type="int">${port}</Set>
      </New>
    </Arg>
  </Call>
  <Set name="handler">
    <New class="com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler">
      <Arg>
        <New class="com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler">
          <Arg type="int">0</Arg>
          <Arg type="boolean">${directory === undefined}</Arg>
          <Arg>${directory === undefined ? '' : `<![CDATA[${directory}]]>`}</Arg>
          <Arg type="boolean">${sharedDb}</Arg>
          <Arg type="boolean">false</Arg>
        </New>
      </Arg>
      <Arg/>
    </New>
  </Set>
  <Call name="start"/>
  <Ref refid="connector"><Call id="port" name="getLocalPort"/></Ref>
  <Get class="java.lang.System" name="out">
    <Call name="println"><Arg><Ref refid="port"/></Arg></Call>
  </Get>
</Configure>
`;

const announcedPort = (child: WatchedProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let errors = '';
    let output = '';
    const fail = (reason: string): void => {
      reject(new Error(`DynamoDB Local did not start: ${reason}`));
    };
    child.stderr.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-10_000);
      // The process goes on when its main thread has failed.
      const [, cause] = /(?:^|\n)(?:Caused by: )?(java\.net\.BindException: .*)/.exec(errors) ?? [];
      if (errors.includes('Exception in thread "main"')) fail(cause ?? errors);
    });
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      // Java prints the number as a double: "8000.0".
      const [, port] = /^(\d+)\.0\s/m.exec(output) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    void child.exited.then((code) => {
      fail(`it ended with ${code}. ${errors}`);
    });
  });
