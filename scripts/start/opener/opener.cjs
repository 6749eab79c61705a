'use strict';
const vscode = require('vscode');

/**
 * A newcomer should see the explorer, not an empty window; the walkthrough comes once. It is an extension
 * of its own because the product itself never takes the focus at a start.
 * @param {import('vscode').ExtensionContext} context
 */
exports.activate = async (context) => {
  await vscode.commands.executeCommand('workbench.view.extension.logbench');
  if (context.globalState.get('greeted')) return;
  await context.globalState.update('greeted', true);
  await vscode.commands.executeCommand(
    'workbench.action.openWalkthrough',
    'logbench.logbench#logbench.firstSteps',
    false,
  );
};
