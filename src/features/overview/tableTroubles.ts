import { t } from '../../shared/localize';
import type { AttentionItem, OverviewAction } from '../../shared/protocol/overview';
import { day } from './clock';
import { silenceOf } from './freshness';
import type { Rhythm, Silence } from './freshness';
import type { KnownTable } from './knownTable';
import { formatSpan } from './formatSpan';

/** Tables that are silent although logs are expected. */
export function silentTables(
  tables: readonly KnownTable[],
  rhythms: ReadonlyMap<string, Rhythm>,
  now: number,
): readonly AttentionItem[] {
  if (rhythms.size === 0) return [];
  return tables.flatMap((table): readonly AttentionItem[] => {
    const rhythm = rhythms.get(table.name);
    const { last } = table;
    if (rhythm === undefined || last === null) return [];
    const silence = silenceOf(last, now, rhythm);
    if (silence === undefined) return [];
    return [
      {
        id: `silent ${table.name}`,
        kind: 'silent',
        subject: table.name,
        sentence: silenceSentence(silence, now - last),
        since: last,
        actions: actionsFor(table),
      },
    ];
  });
}

function silenceSentence(silence: Silence, silent: number): string {
  const span = formatSpan(silent);
  return silence.kind === 'gap'
    ? t('No logs for {0}. The longest gap before was {1}.', span, formatSpan(silence.longest))
    : t(
        'No logs for {0}. In {1} of the last {2} weeks, logs arrived at this time.',
        span,
        silence.active,
        silence.known,
      );
}

/** Milliseconds before the deletion at which it is reported. */
const warnedAhead = 7 * day;

/**
 * Tables that retention soon empties, or from which it deletes for the first time. A table that has reached
 * its retention loses its oldest day every day, which is normal.
 */
export function expiringTables(tables: readonly KnownTable[], now: number): readonly AttentionItem[] {
  return tables.flatMap((table): readonly AttentionItem[] => {
    if (table.retention === 0) return [];
    const keeps = table.retention * day;
    const { first, last } = table;
    if (first === null || last === null) return [];
    const item = { subject: table.name, actions: actionsFor(table) };
    const allGone = last + keeps - now;
    if (allGone > 0 && allGone <= warnedAhead && now - last > day) {
      const sentence = t(
        'All of its logs will be deleted within {0}: the retention is {1} days, and no logs have arrived for {2}.',
        formatSpan(allGone),
        table.retention,
        formatSpan(now - last),
      );
      return [{ ...item, id: `emptying ${table.name}`, kind: 'emptying', sentence, since: last }];
    }
    const firstGone = first + keeps - now;
    if (firstGone <= day || firstGone > warnedAhead) return [];
    const sentence = t(
      'Its oldest logs will be deleted for the first time in {0}: the retention is {1} days.',
      formatSpan(firstGone),
      table.retention,
    );
    return [{ ...item, id: `losing ${table.name}`, kind: 'losing', sentence, since: null }];
  });
}

function actionsFor({ name }: KnownTable): readonly OverviewAction[] {
  return [
    { kind: 'showTable', table: name },
    { kind: 'queryTable', table: name },
  ];
}
