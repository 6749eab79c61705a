import { ProjectFolder } from '../../src/core/project/projectFolder';
import { scheduledQueryFields, someGuid } from './scheduledQueries';

/** Adds entries to the lock of a folder, one after the other. Arguments: the folder, a prefix and their number. */
async function addEntries([root = '', prefix = '', count = '']: readonly string[]): Promise<void> {
  const folder = new ProjectFolder(root);
  for (let number = 0; number < Number(count); number++) {
    await folder.changeLock((lock) => {
      lock.set('test', `${prefix}${number}.lq`, { guid: someGuid, record: scheduledQueryFields() });
    });
  }
}

void addEntries(process.argv.slice(2));
