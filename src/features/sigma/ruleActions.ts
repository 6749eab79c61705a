import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { openRules, pickRule, ruleDocument, titleOf } from './openRules';
import type { SigmaParts } from './sigmaParts';

/** How far back a rule is tried. */
const triedSpan = '1d';

/** *Convert*: the query of a rule in an editor of its own, beside the rule. */
export async function convertRule(parts: SigmaParts, given: readonly unknown[]): Promise<void> {
  const { prompts } = parts.workbench;
  const document = await ruleDocument(prompts, given);
  const connection = parts.connections.of(document.uri);
  const rule = await pickRule(prompts, await openRules(document, connection), t('Convert Sigma Rule'));
  const query = await vscode.workspace.openTextDocument({
    language: 'logbench-query',
    content: rule.query,
  });
  if (connection) await parts.connections.remember(query.uri, connection);
  await vscode.window.showTextDocument(query, { viewColumn: vscode.ViewColumn.Beside, preview: false });
}

/** *Try*: the rows of the last day that a rule finds. */
export async function tryRule(parts: SigmaParts, given: readonly unknown[]): Promise<void> {
  const { prompts } = parts.workbench;
  const document = await ruleDocument(prompts, given);
  const title = t('Try Sigma Rule');
  const connection = await parts.connections.ofOrAsk(document.uri, title);
  const rule = await pickRule(prompts, await openRules(document, connection), title);
  await parts.showRows(document.uri.toString(), titleOf(rule), connection, rule.queryOver(triedSpan));
}
