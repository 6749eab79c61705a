import { auditCommand } from './auditCommand';
import { applyCommand } from './code/applyCommand';
import { initCommand } from './code/initCommand';
import { lockMergeCommand, lockRepairCommand } from './code/mergeCommands';
import { backtestCommand } from './backtestCommand';
import { checkCommand } from './code/checkCommand';
import { forgetCommand, moveCommand } from './code/lockCommands';
import { planCommand } from './code/planCommand';
import { pullCommand } from './code/pullCommand';
import type { Command } from './command';
import { mcpCommand } from './mcp/mcpCommand';
import { notebookRun } from './notebookCommand';
import { runCommand } from './runCommand';
import { runsCommand } from './runsCommand';
import { sigmaCheck } from './sigma/checkSigmaCommand';
import { sigmaConvert } from './sigma/convertCommand';
import { sigmaTest } from './sigma/testCommand';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  checkCommand,
  pullCommand,
  planCommand,
  applyCommand,
  forgetCommand,
  moveCommand,
  initCommand,
  lockMergeCommand,
  lockRepairCommand,
  runCommand,
  backtestCommand,
  runsCommand,
  auditCommand,
  notebookRun,
  sigmaConvert,
  sigmaTest,
  sigmaCheck,
  mcpCommand,
];
