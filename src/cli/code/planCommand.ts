import { writeFile } from 'node:fs/promises';
import { markdownCode, markdownLine } from '../../core/base/markdownText';
import { actionsOf, protectedItems } from '../../core/project/actions';
import type { Resolution } from '../../core/project/actions';
import type { PlanItem } from '../../core/project/plan';
import type { RuleItem } from '../../core/project/folderRules';
import { anotherPlatformText, changesOf, isReported, namesOf, planText } from '../../core/project/planText';
import { choiceOption, exitCodes, textOption, UsageError } from '../command';
import type { Command, CommandInput } from '../command';
import { plainLine } from '../terminal';
import { findTarget, findTargets } from '../target';
import type { Target } from '../target';
import type { Color, Terminal } from '../terminal';
import {
  openProject,
  projectOptions,
  rejectEmptyChoice,
  wantedAll,
  wantedItems,
  wantedRules,
} from './openProject';
import type { OpenProject } from './openProject';
import { printSavedPlan } from './savedPlan';

export const allowProtected = {
  summary: 'also delete and disable queries whose file says protect: true',
} as const;

const formats = ['text', 'json', 'markdown'] as const;

export const planCommand: Command = {
  name: 'plan',
  parameters: '[OPTIONS]',
  summary: 'Shows what apply would do. Exits with 2 if there are changes to apply or to resolve.',
  options: {
    ...projectOptions,
    all: { summary: 'all platforms of logbench.yaml, one after the other' },
    prune: { summary: 'include what apply --prune deletes: queries that no longer have a file' },
    overwrite: { summary: 'with --out, include what apply --overwrite overwrites' },
    'allow-protected': allowProtected,
    format: { value: formats.join('|'), summary: 'output format; default text' },
    out: { value: 'FILE', summary: 'save the plan, for apply FILE' },
  },
  async run(input, terminal) {
    const format =
      choiceOption(input, 'format', formats) ?? (input.options['json'] === true ? 'json' : 'text');
    const { opened, failed } = await openPlans(input);
    try {
      for (const project of opened) rejectEmptyChoice(project, input);
      const resolution = resolutionOf(input);
      print(opened, resolution, format, terminal, opened.length + failed.length > 1);
      await save(opened, resolution, input);
      const [failure] = failed;
      if (failure !== undefined) {
        terminal.note(`Not read: ${failed.map(({ platform }) => platform.name).join(', ')}.`, 'yellow');
        throw failure.error;
      }
      const { prune } = resolution;
      const hasChanges = opened.some((project) => wantedAll(project).some((item) => isReported(item, prune)));
      return hasChanges ? exitCodes.problems : exitCodes.done;
    } finally {
      for (const { client } of opened) await client[Symbol.asyncDispose]();
    }
  },
};

export function resolutionOf({ options }: CommandInput): Resolution {
  return {
    prune: options['prune'] === true,
    overwrite: options['overwrite'] === true,
    allowProtected: options['allow-protected'] === true,
  };
}

/** The plans of the platforms, and those of several platforms that could not be read. */
async function openPlans(input: CommandInput) {
  const isAll = input.options['all'] === true;
  if (isAll && (textOption(input, 'platform') !== undefined || textOption(input, 'out') !== undefined)) {
    throw new UsageError('--all cannot be combined with --platform or --out.');
  }
  const targets = isAll ? await findTargets() : [await findTarget(input)];
  const opened: OpenProject[] = [];
  const failed: (Target & { error: unknown })[] = [];
  for (const target of targets) {
    try {
      opened.push(await openProject(input, { target, isOnly: targets.length === 1, withRules: true }));
    } catch (error) {
      failed.push({ ...target, error });
    }
  }
  const [failure] = failed;
  if (opened.length === 0 && failure !== undefined) throw failure.error;
  return { opened, failed };
}

async function save(
  [opened]: readonly OpenProject[],
  resolution: Resolution,
  input: CommandInput,
): Promise<void> {
  const out = textOption(input, 'out');
  if (out === undefined || opened === undefined) return;
  const text = printSavedPlan(opened, resolution, input);
  await writeFile(out, text).catch((error: unknown) => {
    throw new UsageError(`The plan could not be saved: ${error instanceof Error ? error.message : ''}`);
  });
}

function print(
  opened: readonly OpenProject[],
  resolution: Resolution,
  format: (typeof formats)[number],
  terminal: Terminal,
  isList: boolean,
): void {
  if (format === 'json') {
    const documents = opened.map((project) => planDocument(project, resolution.prune));
    terminal.printJson(isList ? documents : documents[0], 2);
  } else if (format === 'markdown') {
    const text = opened.map((project) => planMarkdown(project, resolution)).join('\n\n');
    terminal.print(text.split('\n'));
  } else {
    for (const project of opened) printPlan(project, resolution, terminal);
  }
}

export function printPlan(opened: OpenProject, resolution: Resolution, terminal: Terminal): void {
  const { name, environment, baseUrl } = opened.platform;
  terminal.note(`${name} (${environment}), ${baseUrl}`);
  const another = anotherPlatformText(opened.plan);
  if (another !== undefined) terminal.note(another, 'yellow');
  for (const line of planLines(opened, resolution)) terminal.print(line, colorOf(line));
  terminal.note(summaryOf(opened, resolution.prune));
}

function planLines(opened: OpenProject, resolution: Resolution): readonly string[] {
  const { plan, isWanted } = opened;
  const items = wantedAll(opened).filter((item) => isReported(item, resolution.prune));
  const actions = actionsOf(plan, resolution, isWanted);
  return planText(plan, items, actions, protectedItems(plan, resolution)).map(plainLine);
}

/** GitHub rejects a comment of more than 65,536 characters. */
const maxMarkdown = 60_000;

/** For a comment in a review. */
function planMarkdown(opened: OpenProject, resolution: Resolution): string {
  const { name, environment, baseUrl } = opened.platform;
  const lines = planLines(opened, resolution).join('\n');
  const text = lines.length > maxMarkdown ? `${lines.slice(0, maxMarkdown)}\n…` : lines;
  const another = anotherPlatformText(opened.plan);
  return [
    `### Plan for ${markdownLine(name)} (${environment}), ${baseUrl}`,
    ...(another === undefined ? [] : [plainLine(another)]),
    summaryOf(opened, resolution.prune).join('  \n'),
    ...(text === '' ? [] : [markdownCode(text, 'diff')]),
  ].join('\n\n');
}

/** By the sign at the start of a line of the plan or the text diff. */
function colorOf(line: string): Color | undefined {
  return colors[line.trimStart().charAt(0)];
}

const colors: Readonly<Record<string, Color>> = {
  '+': 'green',
  '-': 'red',
  '~': 'yellow',
  '!': 'yellow',
  '?': 'yellow',
};

/** The plan as JSON. */
function planDocument(opened: OpenProject, prune: boolean): unknown {
  const { platform, plan } = opened;
  const nameOf = namesOf(plan);
  return {
    platform: platform.name,
    environment: platform.environment,
    another_platform: anotherPlatformText(plan),
    items: wantedItems(opened).map((item) => ({
      kind: item.kind,
      path: item.path,
      name: item.name,
      moved_from: item.movedFrom,
      guid: 'current' in item ? item.current?.guid : undefined,
      to_do: isReported(item, prune),
      changes: changesOf(item, nameOf),
    })),
    unmanaged: plan.unmanaged.map(({ guid, name }) => ({ guid, name })),
    rules: wantedRules(opened).map((item) => ({
      kind: item.kind,
      path: item.path,
      name: item.name,
      guid: item.guid,
      base_version: item.baseVersion,
      to_do: isReported(item, prune),
      fields: item.fields,
    })),
  };
}

function summaryOf(opened: OpenProject, prune: boolean): readonly string[] {
  const items = wantedItems(opened);
  const count = (...kinds: readonly PlanItem['kind'][]): number =>
    items.filter(({ kind }) => kinds.includes(kind)).length;
  const counts = [
    [count('create'), 'to create'],
    [count('change'), 'to change'],
    [prune ? count('delete') : 0, 'to delete'],
    [count('drift'), 'changed on the platform'],
    [count('conflict'), 'in conflict'],
    [count('question'), 'to resolve'],
  ] as const;
  const notes = [
    ...(!prune && count('delete') > 0 ? [`${count('delete')} without a file: --prune deletes them.`] : []),
    ...(opened.plan.unmanaged.length > 0
      ? [`${opened.plan.unmanaged.length} on the platform are not in the folder: pull adds them.`]
      : []),
  ];
  const ofQueries = countsText(counts, count('unchanged', 'adopt'));
  return [...withRules(ofQueries, wantedRules(opened)), ...notes];
}

/** The sentence about the queries says “No changes” only where there are none in the rules either. */
function withRules(ofQueries: string, rules: readonly RuleItem[]): readonly string[] {
  if (rules.length === 0) return [ofQueries];
  const count = (...kinds: readonly RuleItem['kind'][]): number =>
    rules.filter(({ kind }) => kinds.includes(kind)).length;
  const counts = [
    [count('change'), 'to change'],
    [count('drift'), 'changed on the platform'],
    [count('conflict'), 'in conflict'],
    [count('missing'), 'not on the platform'],
  ] as const;
  const ofRules = countsText(counts, count('unchanged', 'adopt'));
  const isOnlyRules = ofQueries.startsWith(none) && !ofRules.startsWith(none);
  return [isOnlyRules ? `Queries: ${ofQueries.slice(none.length + 2)}` : ofQueries, `Rules: ${ofRules}`];
}

const none = 'No changes';

/** What there is of each kind, without those of which there is nothing. */
export function countsText(
  counts: readonly (readonly [count: number, what: string])[],
  unchanged?: number,
): string {
  const nonZero = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const changes = nonZero.length === 0 ? none : nonZero.join(', ');
  return unchanged === undefined ? `${changes}.` : `${changes}, ${unchanged} unchanged.`;
}
