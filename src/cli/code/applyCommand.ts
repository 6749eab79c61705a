import { createInterface } from 'node:readline/promises';
import { actionsOf, needsDecision } from '../../code/actions';
import { applyAndNote } from '../../code/keepLock';
import type { Action, PlanItem } from '../../code/plan';
import { lineOf } from '../../code/planText';
import { exitCodes, UsageError } from '../command';
import type { Command, CommandInput } from '../command';
import { interruption } from '../interruption';
import { plainLine } from '../plainLine';
import type { Terminal } from '../terminal';
import { openProject, projectOptions, refuseEmptyChoice, wantedItems } from './openProject';
import type { OpenProject } from './openProject';
import { printPlan } from './planCommand';

export const applyCommand: Command = {
  name: 'apply',
  parameters: '[OPTIONS]',
  summary: 'Applies the files to the platform. Exits with 3 if something was not applied.',
  options: {
    ...projectOptions,
    yes: { type: 'boolean', summary: 'do not ask for confirmation; required without a terminal' },
    prune: { type: 'boolean', summary: 'delete scheduled queries that no longer have a file' },
    overwrite: { type: 'boolean', summary: 'overwrite changes made on the platform' },
    'allow-production': { type: 'boolean', summary: 'allow writes to a production platform' },
  },
  async run(input, terminal) {
    const opened = await openProject(input);
    await using _client = opened.client;
    refuseEmptyChoice(opened, input);
    const resolution = {
      prune: input.options['prune'] === true,
      overwrite: input.options['overwrite'] === true,
    };
    const actions = actionsOf(opened.plan, resolution, opened.isWanted);
    const writes = actions.filter(({ kind }) => kind !== 'adopt');
    if (writes.length > 0) refuseProduction(opened, input);
    if (input.options['json'] !== true) printPlan(opened, resolution.prune, actions, terminal);
    if (writes.length > 0 && !(await isConfirmed(opened, writes.length, input, terminal)))
      return exitCodes.failed;
    const failed = await apply(opened, actions, input, terminal);
    const decided = new Set(actions.map(({ path }) => path));
    const isLeft = (item: PlanItem): boolean => needsDecision(item) && !decided.has(item.path);
    const left = wantedItems(opened).filter(isLeft).length;
    terminal.note(resultOf(writes.length, failed, left, resolution.overwrite));
    return failed + left === 0 ? exitCodes.done : exitCodes.partly;
  },
};

function refuseProduction({ platform }: OpenProject, input: CommandInput): void {
  if (platform.environment !== 'production' || input.options['allow-production'] === true) return;
  throw new UsageError(
    `${platform.name} is a production platform: nothing is written without --allow-production.`,
  );
}

async function isConfirmed(
  { platform }: OpenProject,
  count: number,
  input: CommandInput,
  terminal: Terminal,
): Promise<boolean> {
  if (input.options['yes'] === true) return true;
  if (!process.stdin.isTTY)
    throw new UsageError('Cannot ask for confirmation without a terminal. Add --yes to apply.');
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const queries = count === 1 ? '1 query' : `${count} queries`;
  const question = `Write ${queries} to ${platform.name} (${platform.environment})? [y/N] `;
  // Ctrl-C and Ctrl-D count as no. They do not end the line of the question.
  const answer = await prompt.question(question).catch(() => {
    terminal.note('');
    return '';
  });
  prompt.close();
  if (/^y(es)?$/i.test(answer.trim())) return true;
  terminal.note('Nothing was written.');
  return false;
}

/** Returns the number of actions that were not done. */
async function apply(
  { client, folder, plan }: OpenProject,
  actions: readonly Action[],
  input: CommandInput,
  terminal: Terminal,
): Promise<number> {
  using signal = interruption();
  let failed = 0;
  for await (const { action, failure } of applyAndNote(client, folder, plan, actions, signal)) {
    if (failure !== undefined) failed++;
    if (input.options['json'] === true) {
      const { kind, path, name } = action;
      terminal.print(JSON.stringify({ kind, path, name, done: failure === undefined, error: failure }));
    } else if (action.kind !== 'adopt') {
      const line = plainLine(lineOf(action));
      if (failure === undefined) terminal.print(`done ${line}`, 'green');
      else terminal.print(`failed ${line}: ${plainLine(failure)}`, 'red');
    }
  }
  return failed;
}

function resultOf(asked: number, failed: number, left: number, overwrite: boolean): string {
  // With --overwrite, only records of deleted files are left.
  const remedy = `update the files with pull, or add ${overwrite ? '--prune' : '--overwrite'}`;
  return `${asked - failed} done, ${failed} failed.${left === 0 ? '' : ` ${left} skipped: ${remedy}.`}`;
}
