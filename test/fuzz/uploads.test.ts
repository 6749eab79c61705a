import { checkUploads } from '../support/uploadModel';

/** Files, each of up to twelve rows, repeated if the file has to be large. The long form is 1,000. */
const numRuns = Number(process.env['LOGBENCH_UPLOAD_CASES'] ?? 100);
const seed = Number(process.env['LOGBENCH_UPLOAD_SEED'] ?? 41);

describe('An uploaded file with random content', function () {
  this.timeout(0);
  checkUploads({ numRuns, seed });
});
