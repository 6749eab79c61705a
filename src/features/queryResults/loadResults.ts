import { OpenCursors } from './openCursors';
import type { QueryResultsDeps } from './queryResultsDeps';
import { ResultsPanels } from './resultsPanels';
import { RunActions } from './runActions';

export interface LoadedResults {
  readonly cursors: OpenCursors;
  readonly panels: ResultsPanels;
  readonly actions: RunActions;
}

/** Creates everything that running queries requires; loaded with the first query. */
export function loadResults(deps: QueryResultsDeps): LoadedResults {
  const cursors = new OpenCursors(deps.memory);
  const { environment } = deps;
  const { polling, queryEnds } = environment;
  const panels = new ResultsPanels({ ...deps, cursors, polling, queryEnds }, environment);
  return { cursors, panels, actions: new RunActions({ ...deps, panels }) };
}
