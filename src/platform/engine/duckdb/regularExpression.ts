import { QueryRefusal } from '../plan/queryRefusal';

export interface EnginePattern {
  readonly text: string;
  /** How many groups capture, named or not. */
  readonly groupCount: number;
  /** The places of the named groups, counted from 1. */
  readonly named: ReadonlyMap<string, number>;
}

/** With thousands the engine takes minutes for a row, and cannot be stopped meanwhile. */
const maxGroups = 100;

/**
 * Java writes a named group `(?<name>`, the engine `(?P<name>`. The engine's expressions run in linear time;
 * what it does not have, such as looking behind, it refuses when the pattern is first used.
 */
export function enginePattern(pattern: string): EnginePattern {
  const named = new Map<string, number>();
  let groupCount = 0;
  const text = pattern.replaceAll(tokenPattern, (token: string, name: string | undefined) => {
    if (!token.startsWith('(')) return token;
    groupCount += 1;
    if (name === undefined) return token;
    named.set(name, groupCount);
    // Names differ for the engine only by letters, digits and _; its own are surely fit.
    return `(?P<g${groupCount}>`;
  });
  if (groupCount > maxGroups) throw new QueryRefusal('query-too-large');
  return { text, groupCount, named };
}

/** An escaped character, a class, or the opening of a group that captures. */
const tokenPattern = /\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?P?<([^>=!]+)>|\((?!\?)/g;
