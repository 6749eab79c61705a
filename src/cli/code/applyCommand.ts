import { actionsOf, needsDecision, protectedItems } from '../../core/project/actions';
import type { Resolution } from '../../core/project/actions';
import { rulesToApply } from '../../core/project/applyRules';
import { applyPlan } from '../../core/project/keepLock';
import type { Action } from '../../core/project/plan';
import { isRule } from '../../core/project/folderRules';
import type { ProjectItem, RuleItem } from '../../core/project/folderRules';
import { describeItem, isReported, lineOf, protectedText } from '../../core/project/planText';
import { exitCodes, UsageError } from '../command';
import type { Command, CommandInput } from '../command';
import { confirm, counted, interruption } from '../terminal';
import type { Terminal } from '../terminal';
import { openProject, projectOptions, rejectEmptyChoice, wantedAll, wantedRules } from './openProject';
import type { OpenProject } from './openProject';
import { allowProtected, printPlan, resolutionOf } from './planCommand';
import { readSavedPlan, staleReasons, withPlan } from './savedPlan';

export const applyCommand: Command = {
  name: 'apply',
  parameters: '[FILE] [OPTIONS]',
  summary:
    'Applies the files, or exactly the plan in FILE, to the platform. Exits with 3 if something was not applied.',
  options: {
    ...projectOptions,
    yes: { summary: 'do not ask for confirmation; required without a terminal' },
    prune: { summary: 'delete scheduled queries that no longer have a file' },
    overwrite: { summary: 'overwrite changes made on the platform' },
    'allow-protected': allowProtected,
    'allow-production': { summary: 'allow writes to a production platform' },
  },
  async run(written, terminal) {
    const { saved, input } = await readPlanFile(written);
    const opened = await openProject(input, { withRules: true });
    await using _client = opened.client;
    rejectEmptyChoice(opened, input);
    const resolution = resolutionOf(input);
    const actions = actionsOf(opened.plan, resolution, opened.isWanted);
    if (saved !== undefined) rejectStale(staleReasons(saved, opened, actions, resolution), terminal);
    const rules = rulesToApply(wantedRules(opened), resolution.overwrite);
    const writes = [...actions, ...rules].filter(({ kind }) => kind !== 'adopt').length;
    if (writes > 0) rejectProduction(opened, input);
    if (input.options['json'] !== true) printPlan(opened, resolution, terminal);
    if (writes > 0 && !(await isConfirmed(opened, writesText(actions, rules), input, terminal)))
      return exitCodes.failed;
    const failed = await apply(opened, actions, rules, input, terminal);
    const left = reportSkipped(opened, [...actions, ...rules], resolution, input, terminal);
    terminal.note(resultOf(writes, failed, left, resolution.overwrite));
    return failed + left.undecided + left.kept === 0 ? exitCodes.done : exitCodes.partly;
  },
};

/** What was not applied because the user has to decide, or kept because it is protected. */
function reportSkipped(
  opened: OpenProject,
  applied: readonly (Action | RuleItem)[],
  resolution: Resolution,
  input: CommandInput,
  terminal: Terminal,
) {
  const forbidden = new Set<ProjectItem>(protectedItems(opened.plan, resolution));
  const paths = new Set(applied.map(({ path }) => path));
  const skipped = wantedAll(opened).filter((item) => {
    const isOpen = isRule(item) ? isReported(item, true) : needsDecision(item);
    return (isOpen && !paths.has(item.path)) || forbidden.has(item);
  });
  if (input.options['json'] === true) {
    for (const item of skipped) {
      const { kind, path, name } = item;
      const error = forbidden.has(item) ? protectedText() : describeItem(item);
      terminal.printJson({ kind, path, name, done: false, skipped: true, error });
    }
  }
  const kept = skipped.filter((item) => forbidden.has(item)).length;
  return { undecided: skipped.length - kept, kept };
}

const maxReasons = 20;

function rejectStale(reasons: readonly string[], terminal: Terminal): void {
  if (reasons.length === 0) return;
  terminal.note([...reasons.slice(0, maxReasons), ...(reasons.length > maxReasons ? ['…'] : [])], 'yellow');
  throw new Error(
    'Nothing was written: the files, the lock file or the platform have changed since the plan was saved. Save a new plan with logbench plan --out.',
  );
}

/** The plan, if one is named, and the input with its options. */
async function readPlanFile(input: CommandInput) {
  const [file, ...others] = input.args;
  if (others.length > 0) throw new UsageError('apply takes one plan.');
  if (file === undefined) return { input };
  const saved = await readSavedPlan(file);
  return { saved, input: withPlan(input, saved) };
}

function rejectProduction({ platform }: OpenProject, input: CommandInput): void {
  if (platform.environment !== 'production' || input.options['allow-production'] === true) return;
  throw new UsageError(
    `${platform.name} is a production platform: nothing is written without --allow-production.`,
  );
}

/** `2 queries and 1 rule`. */
function writesText(actions: readonly Action[], rules: readonly RuleItem[]): string {
  const [queries, ofRules] = [actions, rules].map((all) => all.filter(({ kind }) => kind !== 'adopt').length);
  return [
    ...(queries ? [queries === 1 ? '1 query' : `${queries} queries`] : []),
    ...(ofRules ? [counted(ofRules, 'rule')] : []),
  ].join(' and ');
}

async function isConfirmed(
  { platform }: OpenProject,
  what: string,
  input: CommandInput,
  terminal: Terminal,
): Promise<boolean> {
  if (input.options['yes'] === true) return true;
  if (!process.stdin.isTTY)
    throw new UsageError('Cannot ask for confirmation without a terminal. Add --yes to apply.');
  if (await confirm(`Write ${what} to ${platform.name} (${platform.environment})? [y/N] `)) return true;
  terminal.note('Nothing was written.');
  return false;
}

/** Returns the number of actions that were not done. */
async function apply(
  { client, folder, plan }: OpenProject,
  actions: readonly Action[],
  rules: readonly RuleItem[],
  input: CommandInput,
  terminal: Terminal,
): Promise<number> {
  using signal = interruption();
  let failed = 0;
  for await (const { item, outcome, reason } of applyPlan(client, folder, plan, actions, rules, signal)) {
    const { kind, path, name } = item;
    const done = outcome === 'done';
    if (!done) failed++;
    if (input.options['json'] === true) {
      const skipped = outcome === 'skipped' || outcome === 'conflict' || undefined;
      const uncertain = outcome === 'unknown' || undefined;
      terminal.printJson({ kind, path, name, done, skipped, uncertain, error: reason });
    } else if (kind !== 'adopt') {
      if (done) terminal.print(`done ${lineOf(item)}`, 'green');
      else terminal.print(`failed ${lineOf(item)}: ${reason ?? ''}`, 'red');
    }
  }
  return failed;
}

function resultOf(
  asked: number,
  failed: number,
  { undecided, kept }: ReturnType<typeof reportSkipped>,
  overwrite: boolean,
): string {
  // With --overwrite, only records of deleted files are left.
  const remedy = `update the files with pull, or add ${overwrite ? '--prune' : '--overwrite'}`;
  return [
    `${asked - failed} done, ${failed} failed.`,
    ...(undecided === 0 ? [] : [`${undecided} skipped: ${remedy}.`]),
    ...(kept === 0 ? [] : [`${kept} protected: add --allow-protected.`]),
  ].join(' ');
}
