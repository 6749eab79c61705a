import { createInterface } from 'node:readline/promises';
import { actionsOf, needsDecision, protectedItems } from '../../code/actions';
import { applyAndNote } from '../../code/keepLock';
import type { Action, PlanItem } from '../../code/plan';
import { describeItem, lineOf, protectedText } from '../../code/planText';
import { exitCodes, UsageError } from '../command';
import type { Command, CommandInput } from '../command';
import { interruption } from '../interruption';
import { plainLine } from '../plainLine';
import type { Terminal } from '../terminal';
import { openProject, projectOptions, refuseEmptyChoice, wantedItems } from './openProject';
import type { OpenProject } from './openProject';
import { allowProtected, printPlan, resolutionOf } from './planCommand';
import { isStillValid, readSavedPlan, withPlan } from './savedPlan';
import type { SavedPlan } from './savedPlan';

export const applyCommand: Command = {
  name: 'apply',
  parameters: '[FILE] [OPTIONS]',
  summary:
    'Applies the files, or exactly the plan in FILE, to the platform. Exits with 3 if something was not applied.',
  options: {
    ...projectOptions,
    yes: { type: 'boolean', summary: 'do not ask for confirmation; required without a terminal' },
    prune: { type: 'boolean', summary: 'delete scheduled queries that no longer have a file' },
    overwrite: { type: 'boolean', summary: 'overwrite changes made on the platform' },
    'allow-protected': allowProtected,
    'allow-production': { type: 'boolean', summary: 'allow writes to a production platform' },
  },
  async run(given, terminal) {
    const { saved, input } = await givenPlan(given);
    const opened = await openProject(input);
    await using _client = opened.client;
    refuseEmptyChoice(opened, input);
    const resolution = resolutionOf(input);
    const actions = actionsOf(opened.plan, resolution, opened.isWanted);
    if (saved !== undefined && !isStillValid(saved, opened, actions)) throw new Error(outdatedPlan);
    const writes = actions.filter(({ kind }) => kind !== 'adopt');
    if (writes.length > 0) refuseProduction(opened, input);
    if (input.options['json'] !== true) printPlan(opened, resolution, terminal);
    if (writes.length > 0 && !(await isConfirmed(opened, writes.length, input, terminal)))
      return exitCodes.failed;
    const failed = await apply(opened, actions, input, terminal);
    const forbidden = protectedItems(opened.plan, resolution);
    const left = skippedItems(opened, actions, forbidden);
    if (input.options['json'] === true) for (const item of left) terminal.print(skippedLine(item, forbidden));
    terminal.note(resultOf(writes.length, failed, left, forbidden, resolution.overwrite));
    return failed + left.length === 0 ? exitCodes.done : exitCodes.partly;
  },
};

function skippedItems(
  opened: OpenProject,
  actions: readonly Action[],
  forbidden: readonly PlanItem[],
): readonly PlanItem[] {
  const decided = new Set(actions.map(({ path }) => path));
  return wantedItems(opened).filter(
    (item) => (needsDecision(item) && !decided.has(item.path)) || forbidden.includes(item),
  );
}

const outdatedPlan =
  'Nothing was written: the files, the lock file or the platform have changed since the plan was saved. Save a new plan with logbench plan --out.';

interface GivenPlan {
  readonly saved?: SavedPlan;
  /** With the options of the plan. */
  readonly input: CommandInput;
}

async function givenPlan(input: CommandInput): Promise<GivenPlan> {
  const [file, ...others] = input.words;
  if (others.length > 0) throw new UsageError('apply takes one plan.');
  if (file === undefined) return { input };
  const saved = await readSavedPlan(file);
  return { saved, input: withPlan(input, saved) };
}

function skippedLine(item: PlanItem, forbidden: readonly PlanItem[]): string {
  const { kind, path, name } = item;
  const error = forbidden.includes(item) ? protectedText() : describeItem(item);
  return JSON.stringify({ kind, path, name, done: false, skipped: true, error });
}

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
  for await (const { action, failure, isUncertain } of applyAndNote(client, folder, plan, actions, signal)) {
    if (failure !== undefined) failed++;
    if (input.options['json'] === true) {
      const { kind, path, name } = action;
      const uncertain = isUncertain || undefined;
      const done = failure === undefined;
      terminal.print(JSON.stringify({ kind, path, name, done, uncertain, error: failure }));
    } else if (action.kind !== 'adopt') {
      const line = plainLine(lineOf(action));
      if (failure === undefined) terminal.print(`done ${line}`, 'green');
      else terminal.print(`failed ${line}: ${plainLine(failure)}`, 'red');
    }
  }
  return failed;
}

function resultOf(
  asked: number,
  failed: number,
  left: readonly PlanItem[],
  forbidden: readonly PlanItem[],
  overwrite: boolean,
): string {
  const kept = left.filter((item) => forbidden.includes(item)).length;
  const undecided = left.length - kept;
  // With --overwrite, only records of deleted files are left.
  const remedy = `update the files with pull, or add ${overwrite ? '--prune' : '--overwrite'}`;
  return [
    `${asked - failed} done, ${failed} failed.`,
    ...(undecided === 0 ? [] : [`${undecided} skipped: ${remedy}.`]),
    ...(kept === 0 ? [] : [`${kept} protected: add --allow-protected.`]),
  ].join(' ');
}
