import { parseQuery } from '../parseQuery';

export interface RefusedPlace {
  readonly from: number;
  readonly to: number;
  readonly code: number | undefined;
  readonly message: string;
}

/** Where a text is wrong. The service says what, `(<code>) <key>`; our own parser knows the place. */
export function placeOfRefusal(message: string, text: string): RefusedPlace {
  const code = /^\((\d+)\)/.exec(message)?.[1];
  const { problems } = parseQuery(text);
  const problem = problems.find((candidate) => String(candidate.code) === code);
  return {
    from: problem?.from ?? 0,
    to: problem?.to ?? firstLineEnd(text),
    code: code === undefined ? undefined : Number(code),
    message: problem?.message ?? message,
  };
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end;
}
