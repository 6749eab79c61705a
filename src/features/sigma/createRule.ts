import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { ruleRecordOf } from '../../sigma/ruleSchedule';
import { titleOf } from './openRules';
import { selectRule } from './ruleActions';
import type { SigmaDeps } from './sigmaDeps';

/** *Create Detection Rule from Sigma…*: opens the form of a new rule, filled in; another feature owns it. */
export async function createRule(deps: SigmaDeps, args: readonly unknown[]): Promise<void> {
  const { connection, rule } = await selectRule(deps, args, t('Create Detection Rule from Sigma'));
  const record = ruleRecordOf(rule, titleOf(rule));
  await vscode.commands.executeCommand('logbench.rule.create', connection.name, record);
}
