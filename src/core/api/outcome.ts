/**
 * What became of a write. `unchanged`: the platform had it already. `skipped`: left out because of its state, or of a
 * decision. `rejected`: certainly not done. `conflict`: someone else has changed or deleted it, so nothing was sent.
 * `unknown`: sent, but there was no response.
 */
export type Outcome = 'done' | 'unchanged' | 'skipped' | 'rejected' | 'conflict' | 'unknown';
