import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import { readHeader } from '../../sigma/header';
import type { Connection } from '../../ui/connections/connection';
import { openRules, pickRule, ruleDocument, titleOf } from './openRules';
import { fileOfQuery, openScheduledQuery } from './openScheduledQuery';
import type { SigmaDeps } from './sigmaDeps';

/** *Update from Sigma…*: compares a rule with its scheduled query. */
export async function updateRule(deps: SigmaDeps, given: readonly unknown[]): Promise<void> {
  const { prompts, documents } = deps.ui;
  const document = await ruleDocument(prompts, given);
  const title = t('Update from Sigma');
  const connection = await deps.connections.ofOrAsk(document.uri, title);
  const rule = await pickRule(prompts, await openRules(document, connection), title);
  const made = await queryMadeFrom(deps, connection, rule.information.id, title);
  if (made === undefined) {
    const message = t(
      '{0} has no scheduled query that was created from “{1}”.',
      connection.name,
      titleOf(rule),
    );
    void prompts.notify({ severity: 'information', message });
    return;
  }
  const text = rule.queryOver(durationOf(made.query));
  if (text.trim() === made.query.trim()) {
    const message = t('“{0}” is up to date with the rule.', made.name);
    void prompts.notify({ severity: 'information', message });
    return;
  }
  const draft = async (): Promise<void> => putIntoDraft(connection, made, text);
  const folder = [connection.name, 'sigma', made.guid];
  const before = documents.put([...folder, 'platform', `${made.name}.lq`], made.query);
  const after = documents.put([...folder, 'rule', `${made.name}.lq`], text, [
    { label: t('Save as Draft'), run: draft },
  ]);
  const comparison = readableText(t('{0} (platform ↔ rule)', made.name));
  await vscode.commands.executeCommand('vscode.diff', before, after, comparison);
  // Diff editors have no code lenses.
  const chosen = await prompts.notify({
    severity: 'information',
    message: t('“{0}” differs from the rule.', made.name),
    buttons: [{ label: t('Save as Draft'), value: draft }],
  });
  await chosen?.();
}

/** Found by the ID of the rule in the comment at the beginning of the query. */
async function queryMadeFrom(
  { ui, platforms }: SigmaDeps,
  connection: Connection,
  id: string | undefined,
  title: string,
): Promise<ScheduledQuery | undefined> {
  if (id === undefined) return undefined;
  const client = await platforms.clientFor(connection);
  const { items } = await client.scheduledQueries({ keywords: id });
  const made = items.filter(({ query }) => readHeader(query).id === id);
  if (made.length < 2) return made[0];
  return ui.prompts.pick({
    title,
    placeholder: t('Select a scheduled query'),
    choices: made.map((query) => ({ label: query.name, detail: query.description, value: query })),
  });
}

/** The period of the query belongs to its schedule, not to the rule. */
function durationOf(query: string): string | undefined {
  return /^\|?\s*table\b[^\n]*?\bduration=(\S+)/m.exec(query)?.[1];
}

/** Saves a draft, which the user checks and publishes. */
async function putIntoDraft(connection: Connection, made: ScheduledQuery, text: string): Promise<void> {
  const uri = fileOfQuery(connection, made);
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(uri, whole, text);
  await vscode.workspace.applyEdit(edit);
  await document.save();
  await openScheduledQuery(connection, made);
}
