import type { Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { Ui } from '../../ui/ui';
import type { ProjectList } from './projectList';

export interface CodeDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly projects: ProjectList;
  readonly open: (root: string) => Promise<void>;
  /** Looks for folders that were added or removed. The change event may arrive later. */
  readonly refresh: () => Promise<void>;
  readonly scheduledQueries: Pick<ScheduledQueriesAccess, 'reload'>;
}
