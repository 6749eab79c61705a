import assert from 'node:assert/strict';
import {
  announcementFileName,
  announcementFolder,
  isAnnouncementFile,
} from '../../../../src/core/interface/announcement';

describe('The announcements of platforms', () => {
  it('are in a folder of the home folder', () => {
    assert.equal(announcementFolder({}, '/home/kim'), '/home/kim/.logbench/platforms');
  });

  it('are in the folder of the environment variable when it is set', () => {
    assert.equal(announcementFolder({ LOGBENCH_ANNOUNCE_DIR: '/elsewhere' }, '/home/kim'), '/elsewhere');
  });

  it('have another file name until they are complete', () => {
    assert.equal(isAnnouncementFile(announcementFileName(42)), true);
    for (const name of ['platform-42.json.77', 'a-platform-42.json', 'platform-.json', 'platform-4x.json'])
      assert.equal(isAnnouncementFile(name), false, name);
  });
});
