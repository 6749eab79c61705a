import type { Expressions } from './lookAhead';
import type { Pattern } from './pattern';

/** A parsed selection of a rule. */
export type Detection =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Detection[] }
  | { readonly kind: 'item'; readonly item: DetectionItem };

export interface DetectionItem {
  /** Undefined for keywords, which match any field. */
  readonly field: string | undefined;
  /** Each value as alternatives, of which one must match. */
  readonly values: readonly (readonly FieldTest[])[];
  /** Whether all values must match, or any. */
  readonly join: 'all' | 'any';
  /** The field has a value that is none of these. */
  readonly negated: boolean;
  readonly line: number;
}

export type CompareOperator = '<' | '<=' | '>' | '>=' | '==';

export type TimePart = 'min' | 'hour' | 'day' | 'week' | 'mon' | 'year';

export type TextPosition = 'whole' | 'start' | 'end' | 'anywhere';

export type FieldTest =
  | { readonly test: 'pattern'; readonly pattern: Pattern; readonly cased: boolean }
  | { readonly test: 'number'; readonly operator: CompareOperator; readonly value: string }
  | ({ readonly test: 'expression' } & Expressions)
  | { readonly test: 'network'; readonly expression: string }
  | { readonly test: 'null' }
  | { readonly test: 'exists'; readonly wanted: boolean }
  | {
      readonly test: 'field';
      readonly other: string;
      readonly position: TextPosition;
      readonly cased: boolean;
    }
  | {
      readonly test: 'timePart';
      readonly part: TimePart;
      readonly operator: CompareOperator;
      readonly value: string;
    };
