import { needsDecision } from '../../core/project/actions';
import { writeEdits } from '../../core/project/keepLock';
import { anotherPlatformText, lineOf } from '../../core/project/planText';
import { pullEdits, resolvedBy } from '../../core/project/pull';
import type { PullEdit, PullResolution } from '../../core/project/pull';
import { pullRules, rulesResolvedBy } from '../../core/project/pullRules';
import { exitCodes } from '../command';
import type { Command } from '../command';
import type { Terminal } from '../terminal';
import { openProject, projectOptions, wantedItems } from './openProject';
import type { OpenProject } from './openProject';
import { countsText } from './planCommand';

export const pullCommand: Command = {
  name: 'pull',
  parameters: '[OPTIONS]',
  summary:
    'Writes new and changed queries and rules from the platform to the files. Exits with 3 if some were skipped.',
  options: {
    ...projectOptions,
    prune: { summary: 'remove files of scheduled queries that were deleted on the platform' },
    overwrite: { summary: "use the platform's version where both sides changed" },
    'no-rules': { summary: 'skip the detection rules' },
  },
  async run(input, terminal) {
    const opened = await openProject(input);
    await using _client = opened.client;
    const [prune, overwrite] = [input.options['prune'] === true, input.options['overwrite'] === true];
    const { folder, platform } = opened;
    const isAccepted = resolvedBy({ prune, overwrite });
    const edits = pullEdits({ ...opened, platform: platform.name, isAccepted });
    await writeEdits(folder, opened.plan, edits);
    const another = anotherPlatformText(opened.plan);
    if (another !== undefined) terminal.note(another, 'yellow');
    const isJson = input.options['json'] === true;
    for (const { kind, path, name, reason } of edits) {
      if (isJson) terminal.printJson({ kind, path, name, reason });
      else if (kind === 'skip') terminal.note(`skipped ${path}, ${name}: ${reason ?? ''}`, 'yellow');
      else if (kind !== 'adopt') terminal.print(`${kind} ${path}`);
    }
    const how = { prune: prune && opened.plan.lockedAddress === undefined, overwrite };
    const rules = input.options['no-rules'] === true ? noRules : await pullRulesToo(opened, how, terminal);
    terminal.note(summaryOf(edits, rules));
    const left = reportLeft(opened, edits, terminal) + edits.filter(({ kind }) => kind === 'skip').length;
    return left + rules.left === 0 ? exitCodes.done : exitCodes.partly;
  },
};

const noRules = { written: 0, removed: 0, left: 0 };

function summaryOf(edits: readonly PullEdit[], rules: typeof noRules): string {
  const count = (wanted: PullEdit['kind']): number => edits.filter(({ kind }) => kind === wanted).length;
  return countsText([
    [count('add'), 'added'],
    [count('change'), 'changed'],
    [count('remove'), 'removed'],
    [rules.written, rules.written === 1 ? 'rule written' : 'rules written'],
    [rules.removed, rules.removed === 1 ? 'rule file removed' : 'rule files removed'],
  ]);
}

/** What was not pulled, because the user has to decide. Returns the number. */
function reportLeft(opened: OpenProject, edits: readonly PullEdit[], terminal: Terminal): number {
  const taken = new Set(edits.flatMap(({ kind, path }) => (kind === 'skip' ? [] : path)));
  const left = wantedItems(opened).filter((item) => needsDecision(item) && !taken.has(item.path));
  for (const item of left) terminal.note(lineOf(item), 'yellow');
  if (left.length > 0) {
    terminal.note(
      `${left.length} skipped: --overwrite overwrites the files, --prune removes the files of deleted queries that have no changes of their own.`,
    );
  }
  return left.length;
}

/** Returns the numbers of written and removed files, and of those that were left as they are. */
async function pullRulesToo(
  { client, folder, platform, isWanted }: OpenProject,
  how: PullResolution,
  terminal: Terminal,
): Promise<typeof noRules> {
  const rules = await pullRules(client, folder, platform.name, {
    isAccepted: rulesResolvedBy(how),
    isWanted,
  });
  if (rules.unlisted !== undefined) terminal.note(rules.unlisted);
  for (const path of rules.written) terminal.note(`rule ${path}`);
  for (const path of rules.kept) {
    const text = rules.missing.includes(path)
      ? 'is not on the platform, and its file has changes of its own; delete the file if you agree'
      : 'changed on both sides; --overwrite overwrites the file';
    terminal.note(`rule ${path} ${text}`, 'yellow');
  }
  const missing = rules.missing.filter((path) => !rules.kept.includes(path));
  for (const path of missing) {
    const remedy = how.prune ? '; its file was removed' : '; --prune removes the file';
    terminal.note(`rule ${path} is no longer on the platform${remedy}`);
  }
  const [removed, left] = how.prune ? [missing.length, 0] : [0, missing.length];
  return { written: rules.written.length, removed, left: rules.kept.length + left };
}
