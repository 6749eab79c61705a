import type { Located } from './expression';

/** What is seen in a text before any command has looked at its arguments. */
export interface Outline extends Located {
  readonly segments: readonly Segment[];
  /** Closing brackets that nothing opened. */
  readonly strayBrackets: readonly Located[];
}

/** What stands between two pipes of the outermost pipeline: one segment, and more only around a stray bracket. */
export interface Stretch {
  /** The pipe that ends it, as its offset; undefined for the last one. */
  readonly pipe: number | undefined;
  readonly segments: readonly Segment[];
  readonly strayBrackets: readonly Located[];
}

export type Segment = CommandSegment | CommentSegment | EmptySegment;

export interface CommandSegment extends Located {
  readonly kind: 'command';
  /** Absent when the segment begins with something that cannot be a name. */
  readonly name: WordTerm | undefined;
  readonly terms: readonly Term[];
}

export interface CommentSegment extends Located {
  readonly kind: 'comment';
  readonly closed: boolean;
  readonly strings: readonly StringTerm[];
}

/** Nothing where a command should be; the range takes in the pipes around it. */
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
  /** `$` for the reference of a parameter. */
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
