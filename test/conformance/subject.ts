import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openClient } from '../../lambdas/runtime/aws-calls.ts';
import { callbackQueue } from '../../lambdas/runtime/callback-queue.ts';
import { deadLetterQueue } from '../../lambdas/runtime/dead-letters.ts';
import { originSecrets } from '../../lambdas/runtime/origin-secrets.ts';
import { openTable } from '../../lambdas/runtime/clients.ts';
import { openVault } from '../../lambdas/runtime/vault.ts';

/** What the functions call AWS with, but S3: bundled as they are, and loaded by the suites of this folder. */
export const subject = {
  openTable,
  openVault,
  openCallbackQueue: (url: string) => callbackQueue(openClient(SQSClient, 'sqs'), url),
  openDeadLetters: (url: string) => deadLetterQueue(openClient(SQSClient, 'sqs'), url, () => url),
  openOriginSecrets: (id: string) => originSecrets(openClient(SecretsManagerClient, 'secretsmanager'), id, () => 0),
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
};

export type Subject = typeof subject;
