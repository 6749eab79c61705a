import { t } from '../base/localize';
import { matchesWildcard } from '../base/wildcard';
import type { RuleDocument } from './sigmaDocument';
import { reject } from './sigmaRejection';

/** The parsed condition of a rule. */
export type Condition =
  | { readonly kind: 'selection'; readonly name: string }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] };

/** Parses a condition over the named selections. `1 of` and `all of` are expanded. */
export function parseCondition(text: string, names: readonly string[], line: number): Condition {
  const reader = new ConditionReader(text, names, line);
  const condition = reader.readAny();
  reader.finish();
  return condition;
}

export type WithSelections = Pick<RuleDocument, 'selections' | 'conditions'>;

export function parseConditions({ selections, conditions }: WithSelections): readonly Condition[] {
  const names = selections.map(({ name }) => name);
  return conditions.map(({ text, line }) => parseCondition(text, names, line));
}

/** The names of the selections in a condition. */
export function usedSelections(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'selection':
      return [condition.name];
    case 'not':
      return usedSelections(condition.operand);
    default:
      return condition.parts.flatMap(usedSelections);
  }
}

/** Whether a condition describes something, excludes it with `not`, or mixes both. */
export function meaningOf(condition: Condition): 'plain' | 'exclusion' | 'mixed' {
  if (condition.kind === 'selection') return 'plain';
  if (condition.kind === 'not') return 'exclusion';
  const [first = 'plain', ...others] = condition.parts.map(meaningOf);
  return others.every((other) => other === first) ? first : 'mixed';
}

/** More than any rule needs: otherwise a few lines could become a query of many megabytes. */
const maxDepth = 100;
const maxSelections = 5000;

class ConditionReader {
  readonly #words: readonly string[];
  #at = 0;
  #depth = 0;
  #selections = 0;

  constructor(
    text: string,
    private readonly names: readonly string[],
    private readonly line: number,
  ) {
    this.#words = text.match(/[()|]|[^\s()|]+/g) ?? [];
  }

  readAny(): Condition {
    return this.#readChain('any', 'or', () => this.#readAll());
  }

  finish(): void {
    const word = this.#words[this.#at];
    if (word === undefined) return;
    this.#reject(t('“{0}” is not expected in the condition.', word));
  }

  #readAll(): Condition {
    return this.#readChain('all', 'and', () => this.#readNot());
  }

  #readChain(kind: 'all' | 'any', operator: string, readPart: () => Condition): Condition {
    const first = readPart();
    const operands = [first];
    while (this.#consume(operator)) operands.push(readPart());
    return operands.length === 1 ? first : { kind, parts: operands };
  }

  #readNot(): Condition {
    this.#depth++;
    if (this.#depth > maxDepth) this.#reject(t('The condition is nested too deeply.'));
    const condition = this.#consume('not')
      ? ({ kind: 'not', operand: this.#readNot() } as const)
      : this.#readOperand();
    this.#depth--;
    return condition;
  }

  #readOperand(): Condition {
    if (this.#consume('(')) {
      const inner = this.readAny();
      if (!this.#consume(')')) this.#reject(t('A parenthesis in the condition is not closed.'));
      return inner;
    }
    const word = this.#words[this.#at++];
    if (word === undefined || word === ')' || word === '|') this.#reject(t('The condition is incomplete.'));
    if (this.#words[this.#at]?.toLowerCase() === 'of') return this.#readQuantified(word.toLowerCase());
    if (!this.names.includes(word))
      this.#reject(t('The condition refers to “{0}”, which is not a selection.', word));
    this.#count(1);
    return { kind: 'selection', name: word };
  }

  #count(selections: number): void {
    this.#selections += selections;
    if (this.#selections > maxSelections) this.#reject(t('The condition refers to too many selections.'));
  }

  /** `1 of selection*`, `all of them`. Excludes selections whose name starts with `_`. */
  #readQuantified(quantifier: string): Condition {
    this.#at++;
    const pattern = this.#words[this.#at++];
    if (pattern === undefined) this.#reject(t('The condition is incomplete.'));
    if (quantifier !== '1' && quantifier !== 'any' && quantifier !== 'all') {
      this.#reject(
        t('The condition uses “{0} of”. Only “1 of”, “any of” and “all of” are supported.', quantifier),
      );
    }
    const selections = this.#selectionsOf(pattern).map((name): Condition => ({ kind: 'selection', name }));
    this.#count(selections.length);
    const [only] = selections;
    if (!only) this.#reject(t('No selection matches “{0}” in the condition.', pattern));
    return selections.length === 1 ? only : { kind: quantifier === 'all' ? 'all' : 'any', parts: selections };
  }

  #selectionsOf(pattern: string): readonly string[] {
    if (pattern.toLowerCase() === 'them') return this.names.filter((name) => !name.startsWith('_'));
    return this.names.filter(
      (name) => matchesWildcard(pattern, name) && (!name.startsWith('_') || pattern.startsWith('_')),
    );
  }

  #consume(word: string): boolean {
    if (this.#words[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #reject(message: string): never {
    reject(message, this.line);
  }
}
