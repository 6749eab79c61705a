import assert from 'node:assert/strict';
import {
  announcementFileName,
  announcementFolder,
  isAnnouncementFile,
} from '../../../src/shared/announcement';

describe('Where platforms announce themselves', () => {
  it("is a folder of the user's home", () => {
    assert.equal(announcementFolder({}, '/home/kim'), '/home/kim/.logbench/platforms');
  });

  it('is the folder that the environment names, where it names one', () => {
    assert.equal(announcementFolder({ LOGBENCH_ANNOUNCE_DIR: '/elsewhere' }, '/home/kim'), '/elsewhere');
  });

  it('tells an announcement from the draft of one', () => {
    assert.equal(isAnnouncementFile(announcementFileName(42)), true);
    for (const name of ['platform-42.json.77', 'a-platform-42.json', 'platform-.json', 'platform-4x.json'])
      assert.equal(isAnnouncementFile(name), false, name);
  });
});
