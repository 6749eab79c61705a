import { t } from '../../shared/localize';
import type { Failure } from '../../shared/protocol/common';
import type { OverviewReader } from './overviewReader';

/** What the attention list cannot tell, so that nobody takes its silence for good news. */
export function gapsOf({ schedules, tables, running, audits, rhythms }: OverviewReader): readonly string[] {
  const leftOut = rhythms.value?.leftOut ?? 0;
  const unseen = audits.value === undefined ? 0 : Number(audits.value.total) - audits.value.items.length;
  return [
    ...missing(schedules.failure, (why) => t('Schedules were not looked at. {0}', why)),
    ...missing(tables.failure, (why) => t('Tables were not looked at. {0}', why)),
    ...missing(running.failure, (why) => t('Running queries were not looked at. {0}', why)),
    ...missing(audits.failure, (why) => t('Refused writes were not looked at. {0}', why)),
    ...missing(rhythms.failure, (why) => t('Whether sources are silent was not looked at. {0}', why)),
    ...(leftOut > 0
      ? [t('{0} more tables have had no log for an hour; their rhythm was not looked at.', leftOut)]
      : []),
    ...(unseen > 0 ? [t('{0} older entries of the audit log were not looked at.', unseen)] : []),
  ];
}

function missing(failure: Failure | null, say: (why: string) => string): readonly string[] {
  return failure === null ? [] : [say(failure.message)];
}
