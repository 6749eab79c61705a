import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportedRule } from '../../../core/pages/sigmaImport';
import { convertSteps } from '../../../core/sigma/convertCollection';
import type { ConvertedRule } from '../../../core/sigma/convertCollection';
import type { RuleProblem } from '../../../core/sigma/checkSigmaRules';
import type { SigmaMapping } from '../../../core/sigma/mappingFile';
import { readRuleFiles } from '../../../core/sigma/readRuleFiles';
import type { LogSource } from '../../../core/sigma/sigmaDocument';
import { techniquesOf } from '../../../core/sigma/ruleSchedule';

/** Milliseconds of work before yielding to the event loop. */
const turn = 20;

/** Converts all rules of a folder. Thousands take seconds, so it yields to the event loop. */
export async function loadRules(
  folder: string,
  mapping: SigmaMapping,
  report: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<readonly ConvertedRule[]> {
  const files = await readRuleFiles([folder], signal);
  const rules: ConvertedRule[] = [];
  let done = 0;
  let since = performance.now();
  for (const rule of convertSteps(files, { mapping })) {
    if (rule) rules.push(rule);
    done++;
    if (performance.now() - since < turn) continue;
    // Each file counts twice: once when read, once when converted.
    report(Math.min(files.length, Math.floor(done / 2)), files.length);
    await nextTurn();
    signal.throwIfAborted();
    since = performance.now();
  }
  return rules;
}

/** What the platform lacks for a rule; undefined until that is known, or a sentence why it is not. */
export type RuleCheck = readonly RuleProblem[] | string | undefined;

/** A rule for the page. */
export function importedRule(rule: ConvertedRule, folder: string, check?: RuleCheck): ImportedRule {
  const { title, id, level = '', description = '', tags = [] } = rule.information ?? {};
  const file = path.relative(folder, rule.file);
  return {
    file,
    title: title ?? id ?? path.basename(file),
    id: id ?? null,
    level,
    product: productOf(rule.logSource),
    techniques: [...techniquesOf({ tags })],
    description: description.trim(),
    ...stateOf(rule, check),
  };
}

/** The product, otherwise the category or the service. */
function productOf({ product, category, service }: Partial<LogSource> = {}): string {
  return product ?? category ?? service ?? '';
}

function stateOf(rule: ConvertedRule, check: RuleCheck): Pick<ImportedRule, 'state' | 'reason' | 'line'> {
  if ('query' in rule) return checkedState(rule.information.line, check);
  const { message, line, reason } = rule.rejection;
  return { state: reason === 'mapping' ? 'mapping' : 'rejected', reason: message, line };
}

function checkedState(line: number, check: RuleCheck): Pick<ImportedRule, 'state' | 'reason' | 'line'> {
  if (check === undefined || typeof check === 'string')
    return { state: 'unchecked', reason: check ?? null, line };
  const [first] = check;
  return first === undefined
    ? { state: 'ready', reason: null, line }
    : { state: 'missing', reason: check.map(({ message }) => message).join(' '), line: first.line };
}
