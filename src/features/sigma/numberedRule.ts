import type { QueryOfRule } from './openRules';

/** A convertible rule and its index in the list of the folder. */
export interface NumberedRule {
  readonly number: number;
  readonly rule: QueryOfRule;
}
