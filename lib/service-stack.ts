import { CfnOutput, CfnParameter, SecretValue, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { connectNameOf, domainOf } from './address.ts';
import { Address } from './constructs/address.ts';
import { Api } from './constructs/api.ts';
import { AuditCopies } from './constructs/audit-copies.ts';
import { AuditTrail } from './constructs/audit-trail.ts';
import { EncryptionKey } from './constructs/encryption-key.ts';
import { Identity } from './constructs/identity.ts';
import { Observability } from './constructs/observability.ts';
import { NoticeSender } from './constructs/notice-sender.ts';
import { PortalFiles } from './constructs/portal-files.ts';
import { PlatformApp, withVersion, type PlatformFacts } from './constructs/platform-app.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { Storage } from './constructs/storage.ts';
import { TableBackups } from './constructs/table-backups.ts';
import { WorkQueues } from './constructs/work-queues.ts';
import { addAuditCopy } from './functions/audit-copy.ts';
import { addChangeRelay } from './functions/change-relay.ts';
import { addConnect, signUpRedirectPath } from './functions/connect.ts';
import { addDispatcher, dispatcherPath } from './functions/dispatcher.ts';
import { addDueSweep } from './functions/due-sweep.ts';
import { addLifecycle } from './functions/lifecycle.ts';
import { addInstanceRefresh } from './functions/instance-refresh.ts';
import { addOpenApi } from './functions/open-api.ts';
import { addOperator } from './functions/operator.ts';
import { addOriginCheck } from './functions/origin-check.ts';
import { addParkedReports } from './functions/parked-reports.ts';
import { addPlatformCallback, platformCallbackPath } from './functions/platform-callback.ts';
import { addReportAudit } from './functions/report-audit.ts';
import { addCustomerImport } from './functions/customer-import.ts';
import { addFolding } from './functions/folding.ts';
import { addJournal } from './functions/journal.ts';
import { addStageProbe } from './functions/stage-probe.ts';
import { addTemplateSync } from './functions/template-sync.ts';
import { addWebhookDelivery } from './functions/webhook-delivery.ts';
import { addWebhookMigration } from './functions/webhook-migration.ts';
import { localParameters, type LocalParameter } from './local-parameters.ts';
import { ownPortalOf } from './portal/own-portal.ts';
import { portalPath } from './portal/paths.ts';
import { helpOf } from './portal/help.ts';
import { signInUrlOf } from './portal/sign-in-url.ts';
import type { ServiceParts } from './service-parts.ts';
import { stackProps } from './stack-props.ts';
import type { StageConfig } from './stages.ts';

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, stage: StageConfig) {
    super(scope, id, stackProps(stage, 'service', 'Partner customer and messaging-line management service'));
    const origins = stage.name === 'local' ? [this.#parameter(localParameters.consoleOrigin)] : stage.portalOrigins;
    const encryption = new EncryptionKey(this, 'Encryption', stage);
    const storage = new Storage(this, 'Storage', stage, encryption.key);
    const identity = new Identity(this, 'Identity', stage, { own: this.#ownPortal(stage), others: origins });
    const api = new Api(this, 'PublicApi', stage, origins, addOriginCheck(this, stage));
    const domain = domainOf(stage);
    const connectName = connectNameOf(stage);
    const connectUrl = this.#connectUrl(stage, connectName, api);
    const address = domain === null ? null : new Address(this, 'Address', { domain, connectName, api });
    const platform = new PlatformApp(this, 'Platform', stage, this.#platformFacts(stage));
    const queues = new WorkQueues(this, 'Queues');
    const { auditCopy } = stage;
    const auditCopies = auditCopy === undefined ? null : new AuditCopies(this, 'AuditCopies', { auditCopy, queues });
    const parts: ServiceParts = {
      stage,
      encryption,
      storage,
      identity,
      api,
      connectUrl,
      platform,
      queues,
      notices: this.#noticeSender(stage),
      auditCopies,
      local: (name) => this.#parameter(name),
    };
    const { dispatcher, callbacks } = this.#functions(parts, auditCopies);
    const signInUrl = stage.name === 'local' ? this.#parameter(localParameters.signInUrl) : signInUrlOf(stage);
    if (stage.probe === 'on') {
      const signIn = { url: signInUrl, portalUrl: this.#ownPortal(stage) };
      const { secret, status } = addStageProbe(this, parts, dispatcher, signIn);
      this.#output('ProbeSecretArn', secret.secretArn);
      if (status !== null) this.#output('StatusBucketName', status.bucket.bucketName);
    }
    this.#backUp(parts);
    const { operator, url, policy } = addOperator(this, parts, callbacks);
    this.#auditTrail(parts, operator.function.functionArn);
    new Observability(this, 'Observability', parts);
    const apiUrl = `${api.baseUrl}${dispatcherPath}`;
    if (stage.name !== 'local' && stage.portal !== undefined) {
      const clientId = identity.portalClient.userPoolClientId;
      const { publishableKey: apikey } = stage.portal;
      const config = { apiUrl, apikey, clientId, issuer: identity.issuer, signInUrl, ...helpOf(stage) };
      new PortalFiles(this, 'Portal', { stage, config, api: dispatcher });
    }

    this.#output('ApiUrl', apiUrl);
    this.#output('SignInUrl', signInUrl);
    this.#output('PlatformCallbackUrl', `${api.baseUrl}${platformCallbackPath}`);
    this.#output('SignUpRedirectUrl', `${connectUrl}${signUpRedirectPath}`);
    if (address !== null && domain?.hostedZone === undefined) this.#output('GatewayDnsTarget', address.dnsTarget);
    this.#storageOutputs(parts);
    this.#output('PlatformAppSecretArn', platform.secret.secretArn);
    this.#output('OperatorFunctionName', operator.function.functionName);
    this.#output('OperatorFunctionUrl', url.url);
    this.#output('OperatorPolicyArn', policy.managedPolicyArn);
  }

  #functions(parts: ServiceParts, auditCopies: AuditCopies | null) {
    const dispatcher = addDispatcher(this, parts);
    addConnect(this, parts);
    addOpenApi(this, parts);
    addChangeRelay(this, parts);
    addDueSweep(this, parts);
    addJournal(this, parts);
    if (auditCopies !== null) addAuditCopy(this, parts, auditCopies);
    addFolding(this, parts);
    addCustomerImport(this, parts);
    addParkedReports(this, parts);
    addReportAudit(this, parts);
    addWebhookDelivery(this, parts);
    addWebhookMigration(this, parts);
    addLifecycle(this, parts);
    addTemplateSync(this, parts);
    addInstanceRefresh(this, parts);
    return { dispatcher, callbacks: addPlatformCallback(this, parts) };
  }

  #backUp({ stage, storage, encryption }: ServiceParts): void {
    if (stage.name === 'local' || stage.backup === undefined) return;
    const { backup } = stage;
    new TableBackups(this, 'Backups', { stage, backup, table: storage.table, key: encryption.key });
  }

  #auditTrail({ stage, storage }: ServiceParts, functionArn: string): void {
    if (stage.auditTrail === null) return;
    const { retentionDays, table } = stage.auditTrail;
    const sessions = this.node.findAll().flatMap((part) => (part instanceof ServiceFunction ? [part.sessions] : []));
    new AuditTrail(this, 'AuditTrail', {
      stage: stage.name,
      functionArn,
      retentionDays,
      table: table ? { arn: storage.table.tableArn, sessions } : null,
    });
  }

  #storageOutputs({ stage, encryption, storage, identity }: ServiceParts): void {
    this.#output('KeyArn', encryption.key.keyArn);
    this.#output('TableName', storage.table.tableName);
    this.#output('TableGeneration', String(stage.tables.serving));
    for (const generation of stage.tables.beside)
      this.#output(`TableName${String(generation)}`, storage.tableNames.get(generation) ?? '');
    this.#output('UserPoolId', identity.pool.userPoolId);
    this.#output('PortalClientId', identity.portalClient.userPoolClientId);
  }

  #connectUrl({ name }: StageConfig, connectName: string | null, api: Api): string {
    if (name === 'local') return this.#parameter(localParameters.connectOrigin);
    return connectName === null ? api.baseUrl : `https://${connectName}`;
  }

  #ownPortal(stage: StageConfig): string | null {
    return stage.name === 'local'
      ? `${this.#parameter(localParameters.consoleOrigin)}${portalPath}`
      : ownPortalOf(stage);
  }

  #noticeSender(stage: StageConfig): NoticeSender | null {
    if (stage.noticesFrom === undefined) return null;
    const portalUrl = this.#ownPortal(stage);
    if (portalUrl === null) throw new Error(`${stage.name}: noticesFrom needs portal: the mails lead to it`);
    const { from, domain } = stage.noticesFrom;
    if (!`.${from.slice(from.lastIndexOf('@') + 1)}`.endsWith(`.${domain}`))
      throw new Error(`${stage.name}: noticesFrom.from must be an address of ${domain}`);
    return new NoticeSender(this, 'Notices', stage.noticesFrom, portalUrl);
  }

  #platformFacts(stage: StageConfig): PlatformFacts {
    if (stage.name !== 'local') {
      const { graphVersion, graphUrl, dialogUrl, sdkUrl, platformAppId, signUp } = stage;
      return {
        graphUrl: withVersion(graphUrl, graphVersion),
        dialogUrl: withVersion(dialogUrl, graphVersion),
        sdkUrl,
        ...(platformAppId === undefined ? {} : { appId: platformAppId }),
        ...(signUp === undefined ? {} : { signUp }),
      };
    }
    const secret = new CfnParameter(this, localParameters.platformAppSecret, { noEcho: true });
    return {
      graphUrl: this.#parameter(localParameters.graphUrl),
      dialogUrl: this.#parameter(localParameters.dialogUrl),
      sdkUrl: this.#parameter(localParameters.sdkUrl),
      signUp: { ...stage.signUp, launch: this.#parameter(localParameters.signUpLaunch) },
      appId: this.#parameter(localParameters.platformAppId),
      appSecret: SecretValue.cfnParameter(secret),
    };
  }

  #parameter(name: LocalParameter): string {
    const known = this.node.tryFindChild(name);
    return (known instanceof CfnParameter ? known : new CfnParameter(this, name)).valueAsString;
  }

  #output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }
}
