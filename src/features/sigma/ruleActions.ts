import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { openRules, pickRule, ruleDocument, titleOf } from './openRules';
import type { SigmaDeps } from './sigmaDeps';

/** The period for trying a rule. */
const triedSpan = '1d';

/** *Convert*: opens the query of a rule in an editor next to it. */
export async function convertRule(deps: SigmaDeps, given: readonly unknown[]): Promise<void> {
  const { prompts } = deps.ui;
  const document = await ruleDocument(prompts, given);
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
export async function tryRule(deps: SigmaDeps, given: readonly unknown[]): Promise<void> {
  const { prompts } = deps.ui;
  const document = await ruleDocument(prompts, given);
  const title = t('Try Sigma Rule');
  const connection = await deps.connections.ofOrAsk(document.uri, title);
  const rule = await pickRule(prompts, await openRules(document, connection), title);
  await deps.showRows(document.uri.toString(), titleOf(rule), connection, rule.queryOver(triedSpan));
}
