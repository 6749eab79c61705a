import type { Located, Name } from './expression';

/** The range between two pipes of the outermost pipeline: one segment, or more around a stray bracket. */
export interface Section {
  /** The offset of the pipe that ends it; undefined for the last one. */
  readonly pipe: number | undefined;
  readonly segments: readonly Segment[];
  /** Closing brackets without an opening one. */
  readonly strayBrackets: readonly Located[];
  /** Whether it depends on the text after it: a quote in a comment is no string unless it is closed on its line. */
  readonly looksAhead: boolean;
}

export type Segment = CommandSegment | CommentSegment | EmptySegment;

export interface CommandSegment extends Located {
  readonly kind: 'command';
  /** Undefined if the segment does not start with a valid name. */
  readonly name: Name | undefined;
  readonly terms: readonly Term[];
}

export interface CommentSegment extends Located {
  readonly kind: 'comment';
}

/** A missing command; the range includes the adjacent pipes. */
export interface EmptySegment extends Located {
  readonly kind: 'empty';
}

export type Term = WordTerm | StringTerm | SymbolTerm | CallTerm | GroupTerm | SubqueryTerm;

export interface WordTerm extends Located {
  readonly kind: 'word';
  readonly text: string;
}

export interface StringTerm extends Located {
  readonly kind: 'string';
  readonly closed: boolean;
}

export interface SymbolTerm extends Located {
  readonly kind: 'symbol';
  readonly text: string;
}

export interface CallTerm extends Located {
  readonly kind: 'call';
  /** `$` for a parameter reference. */
  readonly name: WordTerm;
  readonly terms: readonly Term[];
  readonly closed: boolean;
}

export interface GroupTerm extends Located {
  readonly kind: 'group';
  readonly terms: readonly Term[];
  readonly closed: boolean;
}

export interface SubqueryTerm extends Located {
  readonly kind: 'subquery';
  readonly segments: readonly Segment[];
  readonly closed: boolean;
}
