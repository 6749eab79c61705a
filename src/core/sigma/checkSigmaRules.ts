import { t } from '../base/localize';
import { matchesWildcard } from '../base/wildcard';
import type { ConvertedRule } from './convertCollection';
import type { UsedSource, Warning } from './convertRule';
import type { SigmaRejection } from './sigmaRejection';

/** An error or warning about a rule, with its line. */
export interface RuleProblem {
  readonly code: 'rejected' | 'mapping' | 'unused-selection' | 'missing-table' | 'missing-field';
  readonly message: string;
  readonly line: number;
  readonly severity: 'error' | 'warning';
}

/** Problems of the rules themselves. */
export function checkRules(rules: readonly ConvertedRule[]): readonly RuleProblem[] {
  return rules.flatMap((rule): readonly RuleProblem[] => {
    if (!('rejection' in rule)) return rule.warnings.map(unusedSelection);
    const { rejections, warnings } = rule.further;
    return [...[rule.rejection, ...rejections].map(rejected), ...warnings.map(unusedSelection)];
  });
}

function rejected({ message, line, reason }: SigmaRejection): RuleProblem {
  return reason === 'mapping'
    ? { code: 'mapping', message, line, severity: 'warning' }
    : { code: 'rejected', message, line, severity: 'error' };
}

function unusedSelection(warning: Warning): RuleProblem {
  return { ...warning, code: 'unused-selection', severity: 'warning' };
}

/** The tables and fields of a platform. */
export interface PlatformFacts {
  /** Empty if unknown. */
  readonly tables: readonly string[];
  /** The fields that none of the newest rows of the source has; empty if there are no rows. */
  absentFields(source: UsedSource): Promise<readonly string[]>;
}

/** What the rules require and the platform lacks. */
export async function checkAgainst(
  rules: readonly ConvertedRule[],
  platform: PlatformFacts,
): Promise<readonly RuleProblem[]> {
  const problems: RuleProblem[] = [];
  if (platform.tables.length === 0) return problems;
  for (const source of rules.flatMap((rule) => ('sources' in rule ? rule.sources : []))) {
    const missing = missingTables(source, platform.tables);
    problems.push(...missing);
    if (missing.length > 0 || source.fields.length === 0) continue;
    const absent = new Set(await platform.absentFields(source));
    for (const field of source.fields) if (absent.has(field.name)) problems.push(missingField(field, source));
  }
  return problems;
}

/** For each rule what the platform lacks. Reads the fields of a log source once for all rules that use it. */
export async function* problemsOf(
  rules: readonly ConvertedRule[],
  platform: PlatformFacts,
): AsyncGenerator<readonly RuleProblem[]> {
  const keyOf = ({ tables, condition }: UsedSource): string => JSON.stringify([tables, condition]);
  const fields = new Map<string, Map<string, UsedSource['fields'][number]>>();
  for (const source of rules.flatMap((rule) => ('sources' in rule ? rule.sources : []))) {
    const byName = fields.get(keyOf(source)) ?? new Map<string, UsedSource['fields'][number]>();
    fields.set(keyOf(source), byName);
    for (const field of source.fields) byName.set(field.name, field);
  }
  const shared: PlatformFacts = {
    tables: platform.tables,
    absentFields: async (source) =>
      platform.absentFields({ ...source, fields: [...(fields.get(keyOf(source))?.values() ?? [])] }),
  };
  for (const rule of rules) yield checkAgainst([rule], shared);
}

/** The tables of a log source that are not in the list; none if the list is empty and therefore unknown. */
export function missingTables(
  { tables, line }: UsedSource,
  known: readonly string[],
): readonly RuleProblem[] {
  const missing = known.length === 0 ? [] : tables.filter((table) => !isThere(table, known));
  return missing.map((table) => {
    const message = t('Table “{0}” does not exist on the platform; the log source is mapped to it.', table);
    return { code: 'missing-table', message, line, severity: 'warning' };
  });
}

/** A name may contain `*`; a trailing `?` means that the table is optional. */
function isThere(table: string, tables: readonly string[]): boolean {
  return table.endsWith('?') || tables.some((name) => matchesWildcard(table, name));
}

function missingField({ name, line }: UsedSource['fields'][number], { tables }: UsedSource): RuleProblem {
  const message = t('None of the newest rows of {0} has the field “{1}”.', tables.join(', '), name);
  return { code: 'missing-field', message, line, severity: 'warning' };
}
