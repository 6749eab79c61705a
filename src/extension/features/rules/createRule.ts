import * as vscode from 'vscode';
import { isMissingOperation } from '../../../core/api/errors';
import { createRule as createOperation, getRule } from '../../../core/api/operations/rules';
import { ruleForm } from '../../../core/project/ruleFields';
import { withoutFrontMatter } from '../../../core/language/frontMatter';
import { isJsonObject } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import type { RawRecord } from '../../../core/interface/optional';
import type { Rule, RuleKind } from '../../../core/interface/rule';
import { connectionLabel } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { isExplorerNode } from '../../ui/explorer/explorerSection';
import { copyName } from '../../ui/format/formatTimestamp';
import { ExplainedError } from '../../ui/failures/failureText';
import { CanceledError } from '../../ui/prompts/canceled';
import { withProgress } from '../../ui/prompts/progress';
import type { Choice } from '../../ui/prompts/prompts';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';
import { readSettings } from '../../ui/settings/settings';
import {
  confirmByName,
  confirmWithDetails,
  requestDetail,
  readAfterWrite,
  sendAndLog,
} from '../../ui/writes/sendAndLog';
import { pickRule, findRuleByName, readRule } from './pickRule';
import { kindLabel } from './ruleTexts';
import { openRule } from './ruleDocuments';
import { askUniqueName } from '../../ui/prompts/askUniqueName';
import type { RuleDeps } from './rulesSection';
import type { SelectedRule } from './ruleItem';

/** A rule that does not exist yet. */
interface NewRule {
  readonly kind: RuleKind;
  readonly record: RawRecord;
}

const emptyRules: Readonly<Record<RuleKind, RawRecord>> = {
  batch: { priority: 'MEDIUM', schedule: '*/10 * * * *', query: '' },
  stream: { priority: 'MEDIUM', commands: [] },
};

/** *New Detection Rule…*: from a query, a Sigma rule or another rule, or empty. Other features pass a record. */
export async function createRule(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const title = t('New Detection Rule');
  const [, record] = args;
  const source = isJsonObject(record) ? 'record' : await askSource(deps, args, title);
  if (source === 'sigma') return void (await vscode.commands.executeCommand('logbench.sigma.createRule'));
  if (source === 'copy') return duplicateRule(deps, args.filter(isExplorerNode));
  const connection = await resolveConnection(deps.platforms, args, title);
  const properties = isJsonObject(record) ? record : source === 'query' ? { query: queryInEditor() } : {};
  const kind = source === 'stream' ? 'stream' : 'batch';
  await create(deps, connection, { kind, record: { ...emptyRules[kind], ...properties } }, title);
}

/** *Duplicate Rule…*: copies a rule under another name. */
export async function duplicateRule(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const title = t('Duplicate Rule');
  const { connection, value: target } = await pickRule(deps, args, title);
  const rule = await readOriginal(deps, { connection, value: target });
  const record = { ...rule.raw, name: copyName(rule.name) };
  await create(deps, connection, { kind: target.kind, record }, title);
}

/** Reads the published rule that is copied. */
export async function readOriginal(
  { platforms }: RuleDeps,
  { connection, value: target }: SelectedRule,
): Promise<Rule> {
  const client = await platforms.clientFor(connection);
  const rule = await withProgress(t('Reading {0}…', target.name), async (signal) =>
    readRule(client, target, signal),
  );
  if (rule === undefined) throw new ExplainedError(t('This platform does not support this action.'));
  return rule;
}

type Source = 'query' | 'sigma' | 'copy' | RuleKind;

async function askSource({ ui }: RuleDeps, args: readonly unknown[], title: string): Promise<Source> {
  // Called on an editor or a file.
  if (args[0] instanceof vscode.Uri && queryInEditor() !== undefined) return 'query';
  const editor = vscode.window.activeTextEditor?.document;
  const inEditor: readonly Choice<Source>[] = [
    ...(queryInEditor() === undefined
      ? []
      : [{ label: t('Query in the editor'), icon: 'file-code', value: 'query' as const }]),
    ...(editor !== undefined && /^detection:/m.test(editor.getText())
      ? [{ label: t('Sigma rule in the editor'), icon: 'file-code', value: 'sigma' as const }]
      : []),
  ];
  return ui.prompts.pick<Source>({
    title,
    placeholder: t('Select what to create the rule from'),
    choices: [
      ...inEditor,
      { label: t('Another rule…'), icon: 'copy', value: 'copy' },
      { label: t('Empty batch rule'), icon: 'shield', value: 'batch' },
      { label: t('Empty stream rule'), icon: 'broadcast', value: 'stream' },
    ],
  });
}

/** The query of the active editor without its properties; undefined for other documents and for rules. */
function queryInEditor(): string | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'logbench-query' || document.uri.path.endsWith('.lqrule')) return undefined;
  const query = withoutFrontMatter(document.getText()).trim();
  return query === '' ? undefined : query;
}

async function create(deps: RuleDeps, connection: Connection, rule: NewRule, title: string): Promise<void> {
  await deps.platforms.ensureWritable(connection);
  const { name } = rule.record;
  const question = { title: targetTitle(title, connection), value: typeof name === 'string' ? name : '' };
  await createNamed(deps, connection, rule, await askUniqueName(deps.ui.prompts, question));
}

/** Asks whether to create a rule, creates it disabled, and opens it. */
export async function createNamed(
  deps: RuleDeps,
  connection: Connection,
  rule: NewRule,
  name: string,
): Promise<void> {
  const { kind } = rule;
  const operation = createOperation(kind, ruleForm(kind, { ...rule.record, name, enabled: false }));
  const message = t('Create “{0}” on {1}?', name, connectionLabel(connection));
  await confirmWithDetails(deps.ui.prompts, {
    message,
    detail: `${kindLabel(kind)}\n\n${t('It stays disabled until you enable it.')}`,
    buttons: [{ label: t('Create Disabled'), value: true }],
    details: [requestDetail(deps.ui.documents, connection, () => [operation])],
  });
  await confirmByName(deps.ui.prompts, connection, message, readSettings().confirmation);
  await deps.platforms.ensureWritable(connection);
  const client = await deps.platforms.clientFor(connection);
  const guid = await sendAndLog(
    deps.ui.log,
    { connection, operation: `create ${kind} rule`, names: [name] },
    async () =>
      withProgress(t('Creating “{0}”', name), async (signal) =>
        client.send(operation, signal).catch((error: unknown) => {
          if (!isMissingOperation(error)) throw error;
          throw new ExplainedError(unsupported(kind, connection));
        }),
      ),
    () => 'created',
  );
  deps.section.reload(connection);
  const created = await readAfterWrite(deps.ui.log, async () => {
    // A platform may not return the GUID; then the rule is found by its name.
    const found = await (guid === undefined
      ? findRuleByName(client, kind, name)
      : client.send(getRule(kind, guid)));
    if (found === undefined) throw new CanceledError();
    return found;
  });
  if (created !== undefined) await openRule(connection, { kind, guid: created.guid, name: created.name });
  void deps.ui.prompts.notify({
    message: t('{0}: “{1}” was created. It is disabled until you enable it.', connection.name, name),
  });
}

function unsupported(kind: RuleKind, connection: Connection): string {
  const where = connectionLabel(connection);
  return kind === 'batch'
    ? t(
        '{0} does not support creating batch rules. Create it on the pages of the platform, then edit it here.',
        where,
      )
    : t(
        '{0} does not support creating stream rules. Create it on the pages of the platform, then edit it here.',
        where,
      );
}
