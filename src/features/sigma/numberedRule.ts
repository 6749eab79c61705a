import type { QueryOfRule } from './openRules';

/** A rule that can be converted, and its place in the list of its folder. */
export interface NumberedRule {
  readonly number: number;
  readonly rule: QueryOfRule;
}
