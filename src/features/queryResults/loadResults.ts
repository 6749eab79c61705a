import { OpenCursors } from './openCursors';
import type { QueryResultsParts } from './queryResultsParts';
import { ResultsPanels } from './resultsPanels';
import { RunActions } from './runActions';

export interface LoadedResults {
  readonly cursors: OpenCursors;
  readonly panels: ResultsPanels;
  readonly actions: RunActions;
}

/** Joins what running takes; loaded with the first query that runs. */
export function loadResults(parts: QueryResultsParts): LoadedResults {
  const cursors = new OpenCursors(parts.memory);
  const { environment } = parts;
  const { polling, queryEnds } = environment;
  const panels = new ResultsPanels({ ...parts, cursors, polling, queryEnds }, environment);
  return { cursors, panels, actions: new RunActions({ ...parts, panels }) };
}
