import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {'killed' | 'survived' | 'again'} Status `again`: to be tried once more, in a new window */
/** @typedef {{ id: string, status: Status, by: string | undefined }} Result `by` is the test that failed */

/**
 * The files by which the script and its windows tell each other what to try and what came of it.
 * @param {string} folder
 */
export function trialFiles(folder) {
  const results = path.join(folder, 'results.jsonl');
  const readResults = () =>
    existsSync(results)
      ? readFileSync(results, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => /** @type {Result} */ (JSON.parse(line)))
      : [];
  return {
    dryRun: path.join(folder, 'dryRun.json'),
    trials: path.join(folder, 'trials.json'),
    results,
    readResults,
    /** @param {string} id */
    resultOf: (id) => readResults().findLast((result) => result.id === id)?.status,
    /** @param {string} lane */
    current: (lane) => path.join(folder, `current-${lane}`),
    /** @param {string} lane */
    ended: (lane) => path.join(folder, `ended-${lane}`),
  };
}
