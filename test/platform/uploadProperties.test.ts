import { checkUploads } from '../support/uploadModel';

describe('Any uploaded file', () => {
  checkUploads({ numRuns: 6, seed: 37 });
});
