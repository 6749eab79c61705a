import { RefusedError } from '../../api/errors';
import { parseQuery } from '../../language/parseQuery';

export interface RefusedPlace {
  readonly from: number;
  readonly to: number;
  readonly code: string | undefined;
  readonly message: string;
}

/** Whether the service found fault with the query's text, and not with anything around it. */
export function isQueryRefusal(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.code === 'invalid-query';
}

/** The service says what is wrong, `(<code>) <key>`; our own parser knows where. */
export function placeOfRefusal(error: RefusedError, text: string): RefusedPlace {
  const code = /^\((\d+)\)/.exec(error.message)?.[1];
  const { problems } = parseQuery(text);
  const problem = problems.find((candidate) => String(candidate.code) === code);
  return {
    from: problem?.from ?? 0,
    to: problem?.to ?? firstLineEnd(text),
    code,
    message: problem?.message ?? error.message,
  };
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end;
}
