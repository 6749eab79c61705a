import { failureActions } from '../app/failureNotice';
import type { FailureActions } from '../app/failureNotice';
import type { OverviewSections } from './overviewPage';

/** What can be done about a part that could not be read. */
export function partFailureActions({ post }: OverviewSections): FailureActions {
  return failureActions(post);
}
