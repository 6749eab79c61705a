import type { FromOverviewPage, OverviewAction, OverviewView } from '../../src/core/pages/overview';
import type { FailureActions } from '../app/parts';

/** The functions for the sections of the page. */
export interface OverviewSections {
  readonly post: (message: FromOverviewPage) => void;
  readonly act: (action: OverviewAction) => void;
  readonly changeView: (change: Partial<OverviewView>) => void;
  readonly redraw: () => void;
  readonly failures: FailureActions;
}
