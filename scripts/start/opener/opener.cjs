'use strict';
const vscode = require('vscode');

/**
 * Shows the explorer instead of an empty window; the walkthrough opens once. It is a separate extension
 * because the product never takes the focus at startup.
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
