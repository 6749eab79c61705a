import { t } from '../../shared/localize';
import type { Failure } from '../../shared/protocol/common';
import type { OverviewReader } from './overviewReader';

/** What the attention list could not check, so that an empty list is not mistaken for good news. */
export function gapsOf({ schedules, tables, running, audits, rhythms }: OverviewReader): readonly string[] {
  const leftOut = rhythms.value?.leftOut ?? 0;
  const unseen = audits.value === undefined ? 0 : Number(audits.value.total) - audits.value.items.length;
  return [
    ...missing(schedules.failure, (why) => t('Scheduled queries could not be checked. {0}', why)),
    ...missing(tables.failure, (why) => t('Tables could not be checked. {0}', why)),
    ...missing(running.failure, (why) => t('Running queries could not be checked. {0}', why)),
    ...missing(audits.failure, (why) => t('Rejected writes could not be checked. {0}', why)),
    ...missing(rhythms.failure, (why) => t('Silent sources could not be checked. {0}', why)),
    ...(leftOut > 0
      ? [t('Tables with no logs for an hour whose usual pattern was not checked: {0}.', leftOut)]
      : []),
    ...(unseen > 0 ? [t('Older audit log entries that were not checked: {0}.', unseen)] : []),
  ];
}

function missing(failure: Failure | null, say: (why: string) => string): readonly string[] {
  return failure === null ? [] : [say(failure.message)];
}
