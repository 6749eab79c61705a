import { failureActions } from '../app/failureNotice';
import type { FailureActions } from '../app/failureNotice';
import type { OverviewSections } from './overviewPage';

/** The actions for a section that could not be read. */
export function partFailureActions({ post }: OverviewSections): FailureActions {
  return failureActions(post);
}
