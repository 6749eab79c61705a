import { actionsOf } from '../../code/actions';
import type { Action, PlanItem } from '../../code/plan';
import { anotherPlatformText, changesOf, isReported, namesOf, planText } from '../../code/planText';
import { exitCodes } from '../command';
import type { Command } from '../command';
import { plainLine } from '../plainLine';
import type { Colour, Terminal } from '../terminal';
import { openProject, projectOptions, refuseEmptyChoice, wantedItems } from './openProject';
import type { OpenProject } from './openProject';

export const planCommand: Command = {
  name: 'plan',
  parameters: '[OPTIONS]',
  summary: 'Shows what apply would do. Exits with 2 if there are changes to apply or to resolve.',
  options: {
    ...projectOptions,
    prune: {
      type: 'boolean',
      summary: 'include what apply --prune deletes: queries that no longer have a file',
    },
  },
  async run(input, terminal) {
    const opened = await openProject(input);
    await using _client = opened.client;
    refuseEmptyChoice(opened, input);
    const prune = input.options['prune'] === true;
    if (input.options['json'] === true) terminal.print(JSON.stringify(planDocument(opened, prune), null, 2));
    else
      printPlan(
        opened,
        prune,
        actionsOf(opened.plan, { prune, overwrite: false }, opened.isWanted),
        terminal,
      );
    return wantedItems(opened).some((item) => isReported(item, prune)) ? exitCodes.problems : exitCodes.done;
  },
};

export function printPlan(
  opened: OpenProject,
  prune: boolean,
  actions: readonly Action[],
  terminal: Terminal,
): void {
  const { name, environment, baseUrl } = opened.platform;
  terminal.note(`${name} (${environment}), ${baseUrl}`);
  const another = anotherPlatformText(opened.plan);
  if (another !== undefined) terminal.note(plainLine(another), 'yellow');
  const items = wantedItems(opened).filter((item) => isReported(item, prune));
  const lines = planText(opened.plan, items, actions);
  for (const line of lines) terminal.print(plainLine(line), colourOf(line));
  terminal.note(summaryOf(opened, prune));
}

/** By the sign at the start of a line of the plan or the text diff. */
function colourOf(line: string): Colour | undefined {
  return colours[line.trimStart().charAt(0)];
}

const colours: Readonly<Record<string, Colour>> = {
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
  };
}

function summaryOf(opened: OpenProject, prune: boolean): string {
  const items = wantedItems(opened);
  const count = (...kinds: readonly PlanItem['kind'][]): number =>
    items.filter(({ kind }) => kinds.includes(kind)).length;
  const parts = [
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
  return [`${countsText(parts)}, ${count('unchanged', 'adopt')} unchanged.`, ...notes].join('\n');
}

/** What there is of each kind, without those of which there is nothing. */
export function countsText(counts: readonly (readonly [count: number, what: string])[]): string {
  const told = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return told.length === 0 ? 'No changes' : told.join(', ');
}
