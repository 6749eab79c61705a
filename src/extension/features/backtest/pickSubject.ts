import * as vscode from 'vscode';
import type { PlatformClient } from '../../../core/api/client';
import { whereOffered } from '../../../core/api/errors';
import { getRule } from '../../../core/api/operations/rules';
import { findScheduledQuery } from '../../../core/api/findScheduledQuery';
import { rootSchedule, scheduleOfCron, scheduleOfTrigger } from '../../../core/backtest/rootSchedule';
import { readQueryFile } from '../../../core/project/queryFile';
import { parseRuleText } from '../../../core/language/ruleText';
import type { RuleSchedule } from '../../../core/sigma/ruleSchedule';
import { t } from '../../../core/base/localize';
import type { BacktestSubject, TriedText } from '../../../core/pages/backtest';
import type { RawRecord } from '../../../core/interface/optional';
import type { RuleKind } from '../../../core/interface/rule';
import { wireTimeOffset } from '../../../core/interface/time';
import type { Connection } from '../../ui/connections/connection';
import type { RulesAccess, RuleTarget, ScheduledQueriesAccess } from '../../ui/access';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { documentInFront } from '../../ui/documents/filesInTabs';
import { queryOf, ruleUri, scheduledQueryUri } from '../../ui/documents/queryUri';
import type { ShownQuery } from '../../ui/documents/queryUri';
import type { Selected } from '../../ui/explorer/explorerSection';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { ExplainedError } from '../../ui/failures/failureText';
import type { PanelDeps } from '../../ui/panels/openPanels';
import { withProgress } from '../../ui/prompts/progress';

/** The dependencies of backtests. */
export interface BacktestDeps extends PanelDeps {
  readonly connections: DocumentConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'resolve'>;
  readonly ruleOfRow: RulesAccess['ruleOfRow'];
  /** Whether the user has a draft of a scheduled query or rule. */
  readonly hasDraft: (file: vscode.Uri) => boolean;
  /** The Sigma rule of a document, with this title, as a query with its schedule; undefined for other documents. */
  readonly sigmaRule: (
    document: vscode.TextDocument,
    connection: Connection,
    title?: string,
  ) => Promise<RuleSchedule | undefined>;
}

/**
 * What a command is called on: a row of a scheduled query or rule, or a document with a query, a rule or a Sigma
 * rule. Otherwise a scheduled query that the user selects.
 */
export async function pickSubject(
  deps: BacktestDeps,
  args: readonly unknown[],
): Promise<Selected<BacktestSubject>> {
  const document = await documentOf(deps, args);
  const address = queryOf(document?.uri)?.address;
  if (document !== undefined && (address === undefined || address.rule !== undefined)) {
    const connection = await deps.connections.ofOrAsk(document.uri, t('Backtest'));
    return { connection, value: await readSubject(deps, connection, document.uri) };
  }
  const { connection, value } = await deps.access.resolve(args, t('Backtest'));
  return { connection, value: await readSubject(deps, connection, scheduledQueryUri(connection, value)) };
}

/** VS Code gives their URIs to others when they are closed. */
const reusedSchemes: ReadonlySet<string> = new Set(['untitled', 'vscode-notebook-cell']);

/** The subject with the text that its document has now; the same if that was closed and exists only in the editor. */
export async function readAgain(
  deps: BacktestDeps,
  connection: Connection,
  subject: BacktestSubject,
  document: vscode.TextDocument | undefined,
): Promise<BacktestSubject> {
  const uri = vscode.Uri.parse(subject.uri, true);
  if (reusedSchemes.has(uri.scheme) && document?.isClosed !== false) return subject;
  // VS Code does not say why a document cannot be opened.
  await vscode.workspace.openTextDocument(uri).then(undefined, (cause: unknown) => {
    const message = t(
      '{0} cannot be opened any more. Start the backtest again from a query or rule.',
      subject.name,
    );
    throw new ExplainedError(message, { cause });
  });
  return readSubject(deps, connection, uri, subject.name);
}

async function readSubject(
  deps: BacktestDeps,
  connection: Connection,
  uri: vscode.Uri,
  ruleName?: string,
): Promise<BacktestSubject> {
  const shown = queryOf(uri);
  const subject =
    shown === undefined || shown.address.rule !== undefined
      ? await ofDocument(deps, connection, await vscode.workspace.openTextDocument(uri), ruleName)
      : await ofScheduledQuery(deps, connection, shown, uri);
  return { ...subject, uri: uri.toString() };
}

/** The document of a lens, menu or rule, or the active one; undefined for a row of a scheduled query. */
async function documentOf(
  deps: BacktestDeps,
  args: readonly unknown[],
): Promise<vscode.TextDocument | undefined> {
  const [arg] = args;
  const [rule] = selectedRows([arg], deps.ruleOfRow);
  if (rule !== undefined) return ruleDocument(deps, rule);
  if (arg instanceof vscode.Uri) return vscode.workspace.openTextDocument(arg);
  return documentInFront(args);
}

/** The editor of a rule, which has its draft if there is one. */
async function ruleDocument(
  { platforms }: BacktestDeps,
  { connection, value }: Selected<RuleTarget>,
): Promise<vscode.TextDocument> {
  const client = await platforms.clientFor(connection);
  // First, because VS Code does not say why a document cannot be opened.
  const found = await withProgress(t('Reading {0}…', value.name), async (signal) =>
    client.send(getRule(value.kind, value.guid), signal),
  );
  if (found === undefined) throw new ExplainedError(t('The rule no longer exists. Refresh the explorer.'));
  return vscode.workspace.openTextDocument(ruleUri(connection, value));
}

/** The text of the editor, or the draft if there is one, and the published text to compare it with. */
async function ofScheduledQuery(
  deps: BacktestDeps,
  connection: Connection,
  { address, name }: ShownQuery,
  uri: vscode.Uri,
): Promise<TriedText> {
  const client = await deps.platforms.clientFor(connection);
  return withProgress(t('Reading {0}…', name), async (signal) => {
    const record = await findScheduledQuery(client, address.guid, signal);
    const due = record && (await rootSchedule(client, record, signal));
    const document = await vscode.workspace.openTextDocument(uri);
    const query = record?.query;
    const text = query === undefined || hasOwnText(deps, document) ? document.getText() : query;
    const { cron = null, cronOffset = 0 } = due ?? {};
    return { name: record?.name ?? name, text, published: otherText(query, text), cron, cronOffset };
  });
}

/** The published text, if it is another one. */
function otherText(published: unknown, text: string): string | null {
  return typeof published === 'string' && published.trim() !== text.trim() ? published : null;
}

/** Whether the user has changed it. Otherwise VS Code may still have a text that the platform had before. */
function hasOwnText({ hasDraft }: BacktestDeps, document: vscode.TextDocument): boolean {
  return document.isDirty || hasDraft(document.uri);
}

async function ofDocument(
  deps: BacktestDeps,
  connection: Connection,
  document: vscode.TextDocument,
  ruleName: string | undefined,
): Promise<TriedText> {
  const client = await deps.platforms.clientFor(connection);
  const file = document.uri.path.split('/').at(-1) ?? '';
  const kind = ruleKindOf(document.uri);
  if (kind !== undefined) return ofRuleDocument(deps, client, kind, document);
  const sigma = await deps.sigmaRule(document, connection, ruleName);
  if (sigma !== undefined) {
    const { name, query: text, cron } = sigma;
    const { cronOffset } = await scheduleOfCron(client, cron);
    return { name, text, published: null, cron, cronOffset };
  }
  if (document.languageId !== 'logbench-query') {
    throw new ExplainedError(t('Open a query, a scheduled query, a detection rule or a Sigma rule first.'));
  }
  const read = readQueryFile(file, document.getText(), { platforms: [], files: [], defaults: {} });
  const { cron = null, cronOffset } = await scheduleOfTrigger(client, read.on(connection.name)?.trigger);
  const text = document.getText().slice(read.textFrom);
  return { name: file.replace(/\.lq$/, ''), text, published: null, cron, cronOffset };
}

/** Files in folders end in `.batch.lqrule`, those of a platform are in a folder of their kind. */
function ruleKindOf(uri: vscode.Uri): RuleKind | undefined {
  if (!uri.path.endsWith('.lqrule')) return undefined;
  return queryOf(uri)?.address.rule ?? (/[./]stream[./]/.test(uri.path) ? 'stream' : 'batch');
}

/** The rule as it is in the editor, and as it is on the platform. */
async function ofRuleDocument(
  deps: BacktestDeps,
  client: PlatformClient,
  kind: RuleKind,
  document: vscode.TextDocument,
): Promise<TriedText> {
  const parsed = parseRuleText(kind, document.getText());
  const guid = guidOf(document, parsed);
  const found = guid === undefined ? undefined : await whereOffered(client.send(getRule(kind, guid)));
  const published = found?.raw ?? null;
  const isOwn = queryOf(document.uri) === undefined || hasOwnText(deps, document);
  if (!isOwn && published !== null) return ofRule(kind, published, published);
  if ('problem' in parsed) throw new ExplainedError(parsed.problem.message);
  return ofRule(kind, { ...parsed.record, updated: published?.['updated'] }, published);
}

/** A file in a folder has it in its text, the rule of a platform in its address. */
function guidOf({ uri }: vscode.TextDocument, parsed: ReturnType<typeof parseRuleText>): string | undefined {
  const inText = 'record' in parsed ? parsed.record['guid'] : undefined;
  return queryOf(uri)?.address.guid ?? (typeof inText === 'string' ? inText : undefined);
}

function ofRule(kind: RuleKind, record: RawRecord, published: RawRecord | null): TriedText {
  const { name, query, schedule, updated } = record;
  if (kind === 'stream' || typeof query !== 'string') {
    throw new ExplainedError(
      t(
        'This rule has no query. A stream rule checks events while they arrive and cannot be run for a past period.',
      ),
    );
  }
  return {
    name: typeof name === 'string' ? name : t('Detection rule'),
    text: query,
    published: otherText(published?.['query'], query),
    cron: typeof schedule === 'string' ? schedule : null,
    cronOffset: wireTimeOffset(typeof updated === 'string' ? updated : '') ?? 0,
  };
}
