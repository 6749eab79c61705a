import type { Connection } from '../../src/extension/ui/connections/connection';

/** A connection to a platform that no test reaches. */
export const lab: Connection = {
  name: 'Lab',
  baseUrl: 'https://lab.example',
  product: 'core',
  environment: 'staging',
  readOnly: false,
};
