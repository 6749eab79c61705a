import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import type { Rule } from '../../../core/interface/rule';
import { connectionLabel } from '../../ui/connections/connection';
import type { DocumentAction } from '../../ui/documents/documentContents';
import type { ReadOnlyDocuments } from '../../ui/documents/readOnlyDocuments';
import { ruleDocumentPath } from './ruleItem';
import type { RuleState, SelectedRule } from './ruleItem';
import { comparedRuleText, versionLabel } from './ruleTexts';
import { ruleUri } from '../../ui/documents/queryUri';
import type { Connection } from '../../ui/connections/connection';
import type { RuleTarget } from '../../ui/access';

/** Opens a diff editor. */
export async function compareStates(
  documents: ReadOnlyDocuments,
  { connection, value: target }: SelectedRule,
  left: RuleState,
  right: RuleState,
  actions: readonly DocumentAction[] = [],
): Promise<void> {
  const [leftUri, rightUri] = [left, right].map((state) =>
    documents.put(
      [connection.name, ...ruleDocumentPath(target, state.version?.version, 'compared')],
      () => comparedRuleText(target.kind, state),
      actions,
    ),
  );
  const titles = [stateTitle(left), stateTitle(right), connectionLabel(connection)];
  const title = t('{0}: {1} ↔ {2} · {3}', target.name, ...titles);
  await vscode.commands.executeCommand('vscode.diff', leftUri, rightUri, plainText(title));
}

/** Updates open diffs of the current rule. */
export function showAsItIs(
  documents: ReadOnlyDocuments,
  { connection, value: target }: SelectedRule,
  rule: Rule,
): void {
  const compared = [connection.name, ...ruleDocumentPath(target, undefined, 'compared')];
  const state = { version: undefined, rule: rule.raw };
  if (documents.isOpen(compared)) documents.put(compared, () => comparedRuleText(target.kind, state));
}

function stateTitle({ version }: RuleState): string {
  return version === undefined ? t('current') : versionLabel(version.version);
}

/** Opens the editor of a rule, which another feature owns. */
export async function openRule(connection: Connection, target: RuleTarget): Promise<void> {
  await vscode.window.showTextDocument(ruleUri(connection, target), { preview: false });
}
