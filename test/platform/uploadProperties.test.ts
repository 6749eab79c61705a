import { checkUploads } from '../support/uploadModel';

describe('Any uploaded file', () => {
  checkUploads({ numRuns: 20, seed: 37 });
});
