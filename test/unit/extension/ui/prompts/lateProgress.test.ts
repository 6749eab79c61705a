import assert from 'node:assert/strict';
import { LateProgress } from '../../../../../src/extension/ui/prompts/lateProgress';

describe('The progress of a task that takes long', () => {
  it('begins with the latest report when it is shown', () => {
    const reports: unknown[] = [];
    const progress = new LateProgress();
    progress.report({ message: '1 of 9', percent: 10 });
    progress.report({ message: '2 of [9](x)', percent: 15 });
    progress.report({ message: '3 of 9' });
    progress.appear({ report: (step) => reports.push(step) });
    progress.report({ message: '4 of 9', percent: 35 });
    progress.report({ message: 'Last', link: { label: 'Show', command: 'logbench.audit.search' } });

    assert.deepEqual(reports, [
      { message: '3 of 9', increment: 15 },
      { message: '4 of 9', increment: 20 },
      { message: 'Last [Show](command:logbench.audit.search)', increment: 0 },
    ]);
  });
});
