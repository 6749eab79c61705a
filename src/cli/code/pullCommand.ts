import { needsDecision } from '../../code/actions';
import { writeEdits } from '../../code/keepLock';
import { anotherPlatformText, lineOf } from '../../code/planText';
import { pullEdits, resolvedBy } from '../../code/pull';
import type { PullEdit, PullResolution } from '../../code/pull';
import { pullRules } from '../../code/pullRules';
import { exitCodes } from '../command';
import type { Command } from '../command';
import { plainLine } from '../terminal';
import type { Terminal } from '../terminal';
import { openProject, projectOptions, wantedItems } from './openProject';
import type { OpenProject } from './openProject';
import { countsText } from './planCommand';

export const pullCommand: Command = {
  name: 'pull',
  parameters: '[OPTIONS]',
  summary: 'Writes new and changed scheduled queries from the platform to the files.',
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
    if (another !== undefined) terminal.note(plainLine(another), 'yellow');
    const isJson = input.options['json'] === true;
    for (const { kind, path, name, reason } of edits) {
      if (isJson) terminal.print(JSON.stringify({ kind, path, name, reason }));
      else if (kind === 'skip')
        terminal.note(plainLine(`skipped ${path}, ${name}: ${reason ?? ''}`), 'yellow');
      else if (kind !== 'adopt') terminal.print(plainLine(`${kind} ${path}`));
    }
    terminal.note(`${summaryOf(edits)}.`);
    reportLeft(opened, edits, terminal);
    const how = { prune: prune && opened.plan.lockedAddress === undefined, overwrite };
    if (input.options['no-rules'] !== true) await pullRulesToo(opened, how, terminal);
    return exitCodes.done;
  },
};

function summaryOf(edits: readonly PullEdit[]): string {
  const count = (wanted: PullEdit['kind']): number => edits.filter(({ kind }) => kind === wanted).length;
  return countsText([
    [count('add'), 'added'],
    [count('change'), 'changed'],
    [count('remove'), 'removed'],
  ]);
}

/** What was not pulled, because the user has to decide. */
function reportLeft(opened: OpenProject, edits: readonly PullEdit[], terminal: Terminal): void {
  const taken = new Set(edits.flatMap(({ kind, path }) => (kind === 'skip' ? [] : path)));
  const left = wantedItems(opened).filter((item) => needsDecision(item) && !taken.has(item.path));
  for (const item of left) terminal.note(plainLine(lineOf(item)), 'yellow');
  if (left.length > 0) {
    terminal.note(
      `${left.length} skipped: --overwrite overwrites the files, --prune removes the files of deleted queries.`,
    );
  }
}

async function pullRulesToo(
  { client, folder, platform }: OpenProject,
  how: PullResolution,
  terminal: Terminal,
): Promise<void> {
  const rules = await pullRules(client, folder, platform.name, how);
  if (rules.unlisted !== undefined) terminal.note(rules.unlisted);
  for (const path of rules.written) terminal.note(plainLine(`rule ${path}`));
  for (const path of rules.kept) {
    terminal.note(plainLine(`rule ${path} changed on both sides; --overwrite overwrites the file`), 'yellow');
  }
  for (const path of rules.missing) {
    const remedy = how.prune ? '' : '; --prune removes the file';
    terminal.note(plainLine(`rule ${path} is no longer on the platform${remedy}`));
  }
}
