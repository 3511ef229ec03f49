import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startDynamoDbLocal } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { findJava } from '@swift-worker/local-cloud/services/java.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'java-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** A Java home whose runtime says that it is of this version. */
const javaHome = async (version: string): Promise<string> => {
  const home = join(directory, version);
  await mkdir(join(home, 'bin'), { recursive: true });
  const java = join(home, 'bin', 'java');
  await writeFile(java, `#!/bin/sh\necho 'openjdk version "${version}"' >&2\n`);
  await chmod(java, 0o755);
  return home;
};

describe('the Java runtime', () => {
  test.each(['11.0.2', '17.0.15', '25'])('may be of version %s', async (version) => {
    const home = await javaHome(version);
    expect(await findJava({ JAVA_HOME: home, PATH: '' })).toBe(join(home, 'bin', 'java'));
  });

  test('is asked for, with the command that installs it, when there is none', async () => {
    await expect(findJava({ PATH: directory })).rejects.toThrow(
      /needs a Java runtime.*there is none.*apt-get install -y default-jre-headless/,
    );
  });

  test('is asked for when it is too old', async () => {
    await expect(findJava({ JAVA_HOME: await javaHome('1.8.0_392'), PATH: directory })).rejects.toThrow('is version 8');
  });

  test('on the path does when JAVA_HOME is too old', async () => {
    const PATH = join(await javaHome('21.0.1'), 'bin');
    expect(await findJava({ JAVA_HOME: await javaHome('1.8.0_392'), PATH })).toBe('java');
  });
});

describe('DynamoDB Local', () => {
  test('says when its port is taken', async () => {
    const first = await startDynamoDbLocal();
    const port = Number(new URL(first.endpoint).port);
    await expect(startDynamoDbLocal({ port })).rejects.toThrow(/did not start: .*Address already in use/);
    await first.stop();
  });

  test.each([
    { sharedDb: undefined, tables: ['one'] },
    { sharedDb: false, tables: [] },
  ])('shows another access key the tables $tables with sharedDb $sharedDb', async ({ sharedDb, tables }) => {
    const local = await startDynamoDbLocal(sharedDb === undefined ? {} : { sharedDb });
    const clientOf = (accessKeyId: string): DynamoDBClient =>
      new DynamoDBClient({
        endpoint: local.endpoint,
        region: 'us-east-1',
        credentials: { accessKeyId, secretAccessKey: 'any' },
      });
    await clientOf('first').send(
      new CreateTableCommand({
        TableName: 'one',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    );
    const { TableNames } = await clientOf('second').send(new ListTablesCommand());
    expect(TableNames).toEqual(tables);
    await local.stop();
  });

  test('ends with the process that started it, even when that is killed', async () => {
    const program = `
      import { startDynamoDbLocal } from ${JSON.stringify(new URL('../../../packages/local-cloud/src/services/dynamodb-local.ts', import.meta.url).href)};
      console.log((await startDynamoDbLocal()).endpoint);
    `;
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) => {
      parent.stdout.once('data', (chunk: Buffer) => {
        resolve(chunk.toString().trim());
      });
    });
    const socket = connect(Number(new URL(line).port), '127.0.0.1');
    await once(socket, 'connect');
    const closed = once(socket, 'close');
    parent.kill('SIGKILL');
    await closed;
  });
});
