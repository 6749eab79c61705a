import { QueryRefusal } from '../plan/queryRefusal';

export interface EnginePattern {
  readonly text: string;
  /** The number of capturing groups, named or not. */
  readonly groupCount: number;
  /** The one-based positions of named groups. */
  readonly named: ReadonlyMap<string, number>;
}

/** With thousands of groups the engine takes minutes for a row and cannot be interrupted. */
const maxGroups = 100;

/**
 * Converts a Java pattern to the engine's syntax: `(?<name>` becomes `(?P<name>`. The engine's patterns run
 * in linear time; unsupported syntax, such as lookbehind, is rejected when the pattern is first used.
 */
export function enginePattern(pattern: string): EnginePattern {
  const named = new Map<string, number>();
  let groupCount = 0;
  const text = pattern.replaceAll(tokenPattern, (token: string, name: string | undefined) => {
    if (!token.startsWith('(')) return token;
    groupCount += 1;
    if (name === undefined) return token;
    named.set(name, groupCount);
    // The engine only allows letters, digits and _ in names, so they are replaced.
    return `(?P<g${groupCount}>`;
  });
  if (groupCount > maxGroups) throw new QueryRefusal('query-too-large');
  return { text, groupCount, named };
}

/** An escaped character, a character class, or the start of a capturing group. */
const tokenPattern = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?P?<([^>=!]+)>|\((?!\?)/g;
