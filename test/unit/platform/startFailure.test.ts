import assert from 'node:assert/strict';
import { folderFailure, listenFailure } from '../../../src/platform/startFailure';

describe('why the platform does not start', () => {
  const failing = (code: string): Error => Object.assign(new Error(`listen ${code}`), { code });
  const address = { host: '127.0.0.1', port: 80 };

  it('is a sentence for a port or a folder without permission', () => {
    assert.deepEqual(
      [listenFailure(failing('EACCES'), address), folderFailure(failing('EACCES'), '/data')].map(
        (error) => error instanceof Error && error.message,
      ),
      [
        'You do not have permission to use port 80. Set a port above 1023 with --port.',
        'You do not have permission to write to the folder /data. Change its permissions, or set another folder with --data.',
      ],
    );
  });

  it('is the reason of the system if it is another one', () => {
    const unknown = failing('EMFILE');
    assert.equal(listenFailure(unknown, address), unknown);
    assert.equal(
      folderFailure(failing('ENAMETOOLONG'), '/data').message,
      'The data folder /data cannot be created: Error: listen ENAMETOOLONG',
    );
  });
});
