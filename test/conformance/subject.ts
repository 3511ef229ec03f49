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
import { openTable, openVault } from '../../lambdas/runtime/clients.ts';

/** What the functions call DynamoDB and KMS with: bundled as they are, and loaded by the suites of this folder. */
export const subject = {
  openTable,
  openVault,
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
