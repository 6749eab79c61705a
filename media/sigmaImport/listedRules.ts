import type { ImportedRule, RuleProgress, SigmaImportView } from '../../src/core/pages/sigmaImport';

/** A rule with its index in the folder and its results. */
export interface ListedRule extends ImportedRule {
  readonly number: number;
  readonly trial: RuleProgress['trial'];
  readonly result: RuleProgress['result'];
}

/** Whether a rule has a query to try or create. */
export function isConvertible({ state }: Pick<ImportedRule, 'state'>): boolean {
  return state !== 'mapping' && state !== 'rejected';
}

/** From most to least severe; unknown levels come last. */
const levels = ['critical', 'high', 'medium', 'low', 'informational'];

function rankOfLevel(level: string): number {
  const rank = levels.indexOf(level);
  return rank === -1 ? levels.length : rank;
}

/** The rules that match the filters, in the order of the folder. */
export function shownRules(rules: readonly ListedRule[], view: SigmaImportView): readonly ListedRule[] {
  const words = view.text.toLowerCase().match(/\S+/g) ?? [];
  const isAmong = (selected: readonly string[], value: string): boolean =>
    selected.length === 0 || selected.includes(value);
  return rules.filter(
    (rule) =>
      isAmong(view.levels, rule.level) &&
      isAmong(view.products, rule.product) &&
      isAmong(view.states, rule.state) &&
      (view.techniques.length === 0 ||
        rule.techniques.some((technique) => isOf(technique, view.techniques))) &&
      words.every((word) => `${rule.title}\n${rule.file}\n${rule.id ?? ''}`.toLowerCase().includes(word)),
  );
}

/** A technique includes its sub-techniques. */
function isOf(technique: string, selected: readonly string[]): boolean {
  return selected.some((wanted) => technique === wanted || technique.startsWith(`${wanted}.`));
}

/** The available filter values without duplicates. */
export function choicesOf(rules: readonly ListedRule[]): {
  readonly levels: readonly string[];
  readonly products: readonly string[];
  readonly techniques: readonly string[];
} {
  const distinct = (values: readonly string[]): readonly string[] =>
    [...new Set(values)].filter((value) => value !== '').sort();
  return {
    levels: [...distinct(rules.map(({ level }) => level))].sort(
      (one, other) => rankOfLevel(one) - rankOfLevel(other),
    ),
    products: distinct(rules.map(({ product }) => product)),
    techniques: distinct(
      // A sub-technique such as T1059.001 has its technique before the dot.
      rules.flatMap(({ techniques }) =>
        techniques.flatMap((technique) => [technique, ...technique.split('.', 1)]),
      ),
    ),
  };
}
