import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { openRules, pickRule, ruleDocument, titleOf, usesUnlistedTable } from './openRules';
import type { SigmaDeps, QueryOfRule } from './openRules';
import { ApiError } from '../../../core/api/errors';
import { createScheduledQuery } from '../../../core/api/operations/scheduledQueries';
import { tableNames } from '../../../core/api/tableNames';
import { summarizeProblems } from '../../../core/language/services/problemSummary';
import { truncatedText, plainText } from '../../../core/privacy/plainText';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import { missingTables } from '../../../core/sigma/checkSigmaRules';
import type { RuleSchedule } from '../../../core/sigma/ruleSchedule';
import { durationOf, queryAt, scheduleOfRule, ruleRecordOf } from '../../../core/sigma/ruleSchedule';
import { createAndRead } from '../../ui/writes/createAndRead';
import { confirmWithDetails, requestDetail } from '../../ui/writes/sendAndLog';
import type { Connection } from '../../ui/connections/connection';
import { connectionLabel } from '../../ui/connections/connection';
import { isCancellation } from '../../ui/prompts/canceled';
import { runSteps } from '../../ui/prompts/prompts';
import {
  fieldsOfSchedule,
  runningAt,
  offsetOfTimes,
  scheduleOffset,
  scheduleProblem,
  queriesMadeFrom,
} from './importRules';
import { scheduledQueryUri } from '../../ui/documents/queryUri';
import { saveDocument } from '../../ui/documents/saveDocument';
import { askUniqueName } from '../../ui/prompts/askUniqueName';

/** The period for trying a rule. */
const triedSpan = '1d';

/** *Convert*: opens the query of a rule in an editor next to it. */
export async function convertRule(deps: SigmaDeps, args: readonly unknown[]): Promise<void> {
  const { prompts } = deps.ui;
  const document = await ruleDocument(prompts, args);
  const connection = deps.connections.of(document.uri);
  const rule = await pickRule(prompts, await openRules(document, connection), t('Convert Sigma Rule'));
  const query = await vscode.workspace.openTextDocument({
    language: 'logbench-query',
    content: rule.query,
  });
  if (connection) await deps.connections.remember(query.uri, connection);
  await vscode.window.showTextDocument(query, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}

/** *Try*: shows the rows of the last day that match a rule. */
export async function tryRule(deps: SigmaDeps, args: readonly unknown[]): Promise<void> {
  const { opened, connection, rule } = await selectRule(deps, args, t('Try Sigma Rule'));
  const tables = await tableNames(await deps.platforms.clientFor(connection));
  const [missing] = rule.sources.flatMap((source) => missingTables(source, tables));
  if (missing !== undefined) {
    const message = `${connection.name}: ${missing.message}`;
    if (!(await usesUnlistedTable(deps.ui.prompts, opened, rule, message))) return;
  }
  await deps.showRows(opened.uri.toString(), titleOf(rule), connection, rule.queryOver(triedSpan));
}

/** The rule of a command, its document and the connection of that. */
async function selectRule({ ui, connections, used }: SigmaDeps, args: readonly unknown[], title: string) {
  const document = await ruleDocument(ui.prompts, args);
  const connection = await connections.ofOrAsk(document.uri, title);
  await used.add(connection);
  const opened = await openRules(document, connection);
  return { opened, connection, rule: await pickRule(ui.prompts, opened, title) };
}

/** *Create Detection Rule from Sigma…*: opens the form of a new rule, filled in; another feature owns it. */
export async function createRule(deps: SigmaDeps, args: readonly unknown[]): Promise<void> {
  const { connection, rule } = await selectRule(deps, args, t('Create Detection Rule from Sigma'));
  const record = ruleRecordOf(rule, titleOf(rule));
  await vscode.commands.executeCommand('logbench.rule.create', connection.name, record);
}

/** *Schedule…*: creates a disabled scheduled query for a rule. */
export async function scheduleRule(deps: SigmaDeps, args: readonly unknown[]): Promise<void> {
  const { connection, rule } = await selectRule(deps, args, t('Schedule Sigma Rule'));
  await deps.platforms.ensureWritable(connection);
  let schedule = scheduleOfRule(rule, titleOf(rule));
  let mayExist = false;
  for (;;) {
    schedule = await askSchedule(deps, connection, rule, schedule);
    await confirmSchedule(deps, connection, schedule);
    try {
      const client = await deps.platforms.clientFor(connection);
      const fields = fieldsOfSchedule(schedule);
      const created = await createAndRead(deps.ui.log, client, connection, fields, mayExist);
      await showCreated(deps, connection, schedule, created);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || isCancellation(error)) throw error;
      // For example a duplicate name or a lost connection: the questions reopen with the input.
      void deps.ui.failures.report(error, { connection });
      mayExist ||= error.uncertain;
    }
  }
}

/** A rule may have thousands of values, which do not fit into a dialog; *Show Request* shows all of them. */
const shownLength = 1500;

async function askSchedule(
  { ui: { prompts }, platforms }: SigmaDeps,
  connection: Connection,
  rule: QueryOfRule,
  initial: RuleSchedule,
): Promise<RuleSchedule> {
  const title = t('Schedule Sigma Rule: {0}', connection.name);
  return runSteps<RuleSchedule>(
    [
      {
        ask: async (schedule, position) => ({
          ...schedule,
          name: await askUniqueName(prompts, { title, position, value: schedule.name }),
        }),
      },
      {
        ask: async (schedule, position) => {
          const cron = await prompts.input({
            title,
            position,
            prompt: t('Cron expression (suggested from the level of the rule)'),
            value: schedule.cron,
            validate: (text) => scheduleProblem(text, rule),
          });
          const utcOffset = await scheduleOffset(platforms, connection, rule, cron.trim());
          return runningAt(schedule, cron.trim(), rule, utcOffset);
        },
      },
    ],
    initial,
  );
}

async function confirmSchedule(
  { ui, platforms }: SigmaDeps,
  connection: Connection,
  schedule: RuleSchedule,
): Promise<void> {
  const tables = await tableNames(await platforms.clientFor(connection));
  const problem = summarizeProblems(schedule.query, connection.environment === 'local', tables);
  await confirmWithDetails(ui.prompts, {
    message: t('Create “{0}” on {1}?', schedule.name, connectionLabel(connection)),
    detail: [
      ...(problem === undefined ? [] : [problem.text]),
      t('It stays disabled until you enable it. Schedule: {0}', schedule.cron),
      truncatedText(schedule.query, shownLength),
    ].join('\n\n'),
    buttons: [{ label: t('Create Disabled'), value: true }],
    details: [
      requestDetail(ui.documents, connection, () => [createScheduledQuery(fieldsOfSchedule(schedule))]),
    ],
  });
}

async function showCreated(
  deps: SigmaDeps,
  connection: Connection,
  { name }: RuleSchedule,
  created: ScheduledQuery | undefined,
): Promise<void> {
  if (created !== undefined) await deps.access.update(connection, { added: [created] });
  const opening = await deps.ui.prompts.notify({
    message: t('{0}: “{1}” was created. It is disabled until you enable it.', connection.name, name),
    buttons: created === undefined ? [] : [{ label: t('Open'), value: created }],
  });
  if (opening !== undefined) await openScheduledQuery(connection, opening);
}

/** *Update from Sigma…*: compares a rule with its scheduled query. */
export async function updateRule(deps: SigmaDeps, args: readonly unknown[]): Promise<void> {
  const { prompts, documents } = deps.ui;
  const title = t('Update from Sigma');
  const { connection, rule } = await selectRule(deps, args, title);
  const made = await queryMadeFrom(deps, connection, rule.information.id, title);
  if (made === undefined) {
    void prompts.notify({
      message: t('{0} has no scheduled query that was created from “{1}”.', connection.name, titleOf(rule)),
    });
    return;
  }
  const scheduled = queryAt(rule, made.cronSchedule ?? '', offsetOfTimes(made));
  const text = scheduled ?? rule.queryOver(durationOf(made.query));
  if (text.trim() === made.query.trim()) {
    void prompts.notify({ message: t('“{0}” is up to date with the rule.', made.name) });
    return;
  }
  const draft = async (): Promise<void> => putIntoDraft(deps, connection, made, text);
  const folder = [connection.name, 'sigma', made.guid];
  const before = documents.put([...folder, 'platform', `${made.name}.lq`], made.query);
  const after = documents.put([...folder, 'rule', `${made.name}.lq`], text, [
    { label: t('Save as Draft'), run: draft },
  ]);
  const comparison = plainText(t('{0} (platform ↔ rule)', made.name));
  await vscode.commands.executeCommand('vscode.diff', before, after, comparison);
  // Diff editors have no code lenses.
  const selected = await prompts.notify({
    message: t('“{0}” differs from the rule.', made.name),
    buttons: [{ label: t('Save as Draft'), value: draft }],
  });
  await selected?.();
}

/** The query that was created from a rule, or the one of several that the user selects. */
async function queryMadeFrom(
  { ui, platforms }: SigmaDeps,
  connection: Connection,
  id: string | undefined,
  title: string,
): Promise<ScheduledQuery | undefined> {
  const made = await queriesMadeFrom(await platforms.clientFor(connection), id);
  if (made.length < 2) return made[0];
  return ui.prompts.pick({
    title,
    placeholder: t('Select a scheduled query'),
    choices: made.map((query) => ({ label: query.name, detail: query.description, value: query })),
  });
}

/** Saves a draft, which the user checks and publishes. */
async function putIntoDraft(
  deps: SigmaDeps,
  connection: Connection,
  made: ScheduledQuery,
  text: string,
): Promise<void> {
  const uri = scheduledQueryUri(connection, made);
  await confirmReplacement(deps, uri, made, text);
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(uri, whole, text);
  await vscode.workspace.applyEdit(edit);
  await saveDocument(document, made.name);
  await openScheduledQuery(connection, made);
}

/** Asks before a text of the user is replaced. */
async function confirmReplacement(
  { ui, hasDraft }: SigmaDeps,
  uri: vscode.Uri,
  { name, query }: ScheduledQuery,
  text: string,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  // The draft of a schedule has the text of the platform.
  if ([query, text].includes(document.getText()) || !(document.isDirty || hasDraft(uri))) return;
  await ui.prompts.confirm({
    message: t('“{0}” already has a draft. Replace it with the query of the rule?', name),
    buttons: [{ label: t('Replace'), value: true }],
  });
}

async function openScheduledQuery(connection: Connection, query: ScheduledQuery): Promise<void> {
  await vscode.window.showTextDocument(scheduledQueryUri(connection, query), { preview: false });
}
