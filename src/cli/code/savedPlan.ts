import * as z from 'zod/mini';
import { encodeFields } from '../../api/operation';
import type { Resolution } from '../../code/actions';
import { actionsOf } from '../../code/actions';
import { tryParseJson } from '../../shared/json';
import { rulesToApply } from '../../code/applyRules';
import type { Action } from '../../code/plan';
import { ruleForm } from '../../code/ruleFields';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';
import { listOption, readTextFile, UsageError } from '../command';
import type { CommandInput } from '../command';
import { wantedRules } from './openProject';
import type { OpenProject } from './openProject';

const savedPlan = z.object({
  version: z.literal(1),
  platform: z.string(),
  base_url: z.string(),
  product: z.string(),
  options: z.record(z.string(), z.union([z.boolean(), z.array(z.string())])),
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
  const option = ['platform', 'only', 'prune', 'overwrite', 'allow-protected'].find((name) => {
    const value = input.options[name];
    return value !== undefined && String(value) !== '';
  });
  if (option !== undefined)
    throw new UsageError(`--${option} is part of the plan and cannot be specified again.`);
  return { ...input, options: { ...input.options, ...options, platform } };
}

/** Whether files, lock and platform still lead to exactly these actions. */
export function isStillValid(
  saved: SavedPlan,
  opened: OpenProject,
  actions: readonly Action[],
  resolution: Resolution,
): boolean {
  const { baseUrl, product } = opened.platform;
  if (saved.base_url !== baseUrl || saved.product !== product) return false;
  return JSON.stringify(comparables(opened, actions, resolution)) === JSON.stringify(saved.actions);
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
