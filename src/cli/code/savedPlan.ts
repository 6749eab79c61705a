import * as z from 'zod/mini';
import { encodeFields } from '../../core/api/operation';
import type { Resolution } from '../../core/project/actions';
import { actionsOf } from '../../core/project/actions';
import { tryParseJson } from '../../core/base/json';
import { rulesToApply } from '../../core/project/applyRules';
import type { Action } from '../../core/project/plan';
import { describeItem } from '../../core/project/planText';
import { ruleForm } from '../../core/project/ruleFields';
import { fieldsOf } from '../../core/interface/scheduledQueryFields';
import { listOption, readTextFile, UsageError } from '../command';
import type { CommandInput } from '../command';
import { wantedRules } from './openProject';
import type { OpenProject } from './openProject';

const savedPlan = z.object({
  version: z.literal(1),
  platform: z.string(),
  base_url: z.string(),
  product: z.string(),
  // What to do, never consent: nobody reviews a file as they type a command.
  options: z.strictObject({
    prune: z.boolean(),
    overwrite: z.boolean(),
    'allow-protected': z.boolean(),
    only: z.array(z.string()),
  }),
  actions: z.array(z.unknown()),
});
export type SavedPlan = z.infer<typeof savedPlan>;

/** The plan as a file that `apply` takes. */
export function printSavedPlan(opened: OpenProject, resolution: Resolution, input: CommandInput): string {
  const { name, baseUrl, product } = opened.platform;
  const saved = {
    version: 1,
    platform: name,
    base_url: baseUrl,
    product,
    options: {
      prune: resolution.prune,
      overwrite: resolution.overwrite,
      'allow-protected': resolution.allowProtected === true,
      only: [...listOption(input, 'only')],
    },
    actions: comparables(opened, actionsOf(opened.plan, resolution, opened.isWanted), resolution),
  };
  return `${JSON.stringify(saved, null, 2)}\n`;
}

export async function readSavedPlan(file: string): Promise<SavedPlan> {
  const text = await readTextFile(file, `The plan ${file} cannot be read.`);
  const parsed = savedPlan.safeParse(tryParseJson(text));
  if (!parsed.success) throw new UsageError(`${file} is not a plan that logbench plan --out has saved.`);
  return parsed.data;
}

/** The options of the plan, instead of those of the command line. */
export function withPlan(input: CommandInput, { platform, options }: SavedPlan): CommandInput {
  const option = ['platform', 'only', 'prune', 'overwrite'].find((name) => {
    const value = input.options[name];
    return value !== undefined && String(value) !== '';
  });
  if (option !== undefined)
    throw new UsageError(`--${option} is part of the plan and cannot be specified again.`);
  const isAllowed = input.options['allow-protected'] === true;
  if (options['allow-protected'] && !isAllowed) {
    throw new UsageError(
      'This plan may delete and disable protected queries: nothing is written without --allow-protected.',
    );
  }
  return { ...input, options: { ...input.options, ...options, platform } };
}

/** Why files, lock and platform no longer lead to exactly these actions; empty if they do. */
export function staleReasons(
  saved: SavedPlan,
  opened: OpenProject,
  actions: readonly Action[],
  resolution: Resolution,
): readonly string[] {
  const { name, baseUrl, product } = opened.platform;
  if (saved.base_url !== baseUrl || saved.product !== product) {
    return [`${name} was ${saved.base_url} (${saved.product}), and is now ${baseUrl} (${product})`];
  }
  const now = JSON.parse(JSON.stringify(comparables(opened, actions, resolution))) as readonly unknown[];
  if (isEqual(now, saved.actions)) return [];
  const [planned, current] = [byPath(saved.actions), byPath(now)];
  const changed = [...new Set([...planned.keys(), ...current.keys()])].filter(
    (path) => !isEqual(planned.get(path), current.get(path)),
  );
  if (changed.length === 0) return ['the changes have another order'];
  return changed.map(
    (path) => `${path}: ${differenceOf(planned.get(path), current.get(path), stateOf(opened, path))}`,
  );
}

type SavedAction = Readonly<Partial<Record<'kind' | 'path' | 'wanted' | 'current', unknown>>>;

function byPath(actions: readonly unknown[]): ReadonlyMap<string, SavedAction> {
  const all = actions.map((action) => Object(action) as SavedAction);
  return new Map(all.map((action) => [String(action.path), action]));
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What a path is now that has no action. */
function stateOf({ plan, rules }: OpenProject, path: string): string {
  const item = [...plan.items, ...rules].find((other) => other.path === path);
  return item === undefined ? 'not there' : describeItem(item);
}

function differenceOf(planned: SavedAction | undefined, now: SavedAction | undefined, state: string): string {
  const next = now === undefined ? state : `to ${String(now.kind)}`;
  if (planned === undefined) return `not in the plan, now ${next}`;
  if (now?.kind !== planned.kind) return `planned to ${String(planned.kind)}, now ${next}`;
  const differences = [
    ...changesIn('in the file', planned.wanted, now?.wanted),
    ...changesIn('on the platform', planned.current, now?.current),
  ];
  return differences.length === 0 ? 'changed in the lock file' : differences.join(', ');
}

function changesIn(where: string, before: unknown, after: unknown): readonly string[] {
  const [old, current] = [Object(before), Object(after)] as readonly Readonly<Record<string, unknown>>[];
  const keys = Object.keys({ ...old, ...current }).filter((key) => !isEqual(old?.[key], current?.[key]));
  return keys.length === 0 ? [] : [`changed ${where} (${keys.join(', ')})`];
}

/** What is written and what it replaces, without what a run changes. */
function comparables(
  opened: OpenProject,
  actions: readonly Action[],
  { overwrite }: Resolution,
): readonly object[] {
  const rules = rulesToApply(wantedRules(opened), overwrite).map(
    ({ kind, path, ruleKind, guid, wanted, current = {} }) => {
      const [after, before] = [wanted, current].map((record) => ruleForm(ruleKind, record));
      return { kind, path, guid, wanted: encodeFields(after ?? {}), current: encodeFields(before ?? {}) };
    },
  );
  return [...actions.map(comparable), ...rules];
}

function comparable(action: Action): object {
  if (!('current' in action)) return action;
  return { ...action, current: { guid: action.current.guid, ...fieldsOf(action.current) } };
}
