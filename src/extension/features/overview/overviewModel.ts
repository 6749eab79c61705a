import { noPermission } from '../../../core/api/response';
import { isDeepStrictEqual } from 'node:util';
import type {
  CellEntry,
  OverviewState,
  OverviewView,
  Spread,
  StoredTable,
} from '../../../core/pages/overview';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import type { QueryState } from '../../ui/connections/queryRecords';
import { attentionIssues } from './attention';
import { groupIdOf, groupIssues } from './groupIssues';
import type { Issue } from './groupIssues';
import { chainModel, scheduleCounts } from './chainModel';
import { day, minute } from '../../../core/time/durations';
import { clockOffsetAt, zoneClock } from '../../../core/time/zones';
import { PlatformClock } from '../../ui/format/timeZones';
import type { Clock } from '../../../core/time/zones';
import { Memoized, TableRows } from './tableRows';
import type { OverviewReader } from './overviewReader';
import { proposeSpread, cellEntries, weekLoad } from './weekLoad';
import type { Week } from './weekLoad';
import { t } from '../../../core/base/localize';
import { formatClock } from '../../ui/format/formatTimestamp';
import { groupedBy } from '../../../core/base/groupedBy';
import { wholeFailure } from '../../../core/pages/overviewParts';

type Shown = Pick<OverviewState, 'attention' | 'load' | 'chains' | 'tables'>;

/** Builds the state of the page from the data that was read. */
export class OverviewModel {
  readonly #tables = new TableRows();
  readonly #clock = new Memoized<Clock | undefined>();
  readonly #attention = new Memoized<OverviewState['attention']>();
  readonly #load = new Memoized<ReturnType<typeof weekLoad>>();
  readonly #counts = new Memoized<ReturnType<typeof scheduleCounts>>();
  readonly #chains = new Memoized<ReturnType<typeof chainModel>>();

  readonly #timed = new Memoized<Week['schedules']>();
  #schedules: Week['schedules'] = [];

  #posted: Shown | undefined;
  #issues: readonly Issue[] = [];

  constructor(
    private readonly reader: OverviewReader,
    /** The description of each trigger, by GUID. */
    private readonly triggers: () => ReadonlyMap<string, string>,
    private readonly now: () => number = Date.now,
  ) {}

  /** All that is known. */
  state(view: OverviewView): Shown {
    const { schedules, tables } = this.reader;
    const attention = this.#attention.get(this.#attentionParts(view), () => this.#attentionOf(view));
    const silent = this.#issues.filter(({ kind }) => kind === 'silent');
    const names = silent.map(({ subject }) => subject);
    return {
      attention,
      load: schedules.value === undefined ? null : this.#weekLoad(view),
      chains: schedules.value === undefined ? null : this.#chainModel(schedules.value),
      tables: tables.value === undefined ? null : this.#tables.list(tables.value, names, view, this.now()),
    };
  }

  counts(): OverviewState['schedules'] {
    const { value } = this.reader.schedules;
    return value === undefined ? null : this.#counts.get([value], () => scheduleCounts(value));
  }

  /** The sections that have changed since the last call; all of them after `forget`. */
  changes(view: OverviewView): Partial<Shown> {
    const shown = this.state(view);
    const posted = this.#posted;
    this.#posted = shown;
    return {
      ...(shown.attention !== posted?.attention && { attention: shown.attention }),
      ...(shown.load !== posted?.load && { load: shown.load }),
      ...(shown.chains !== posted?.chains && { chains: shown.chains }),
      ...(shown.tables !== posted?.tables && { tables: shown.tables }),
    };
  }

  /** Called when the page was reloaded or may have missed an update. */
  forget(): void {
    this.#posted = undefined;
  }

  /** Undefined if the list has been replaced. */
  rows(resultId: number, offset: number, limit: number): readonly StoredTable[] | undefined {
    return this.#tables.rows(resultId, offset, limit);
  }

  /** All schedules or tables of an item. */
  issues(id: string): readonly Issue[] {
    return this.#issues.filter((issue) => groupIdOf(issue) === id);
  }

  cell(view: OverviewView, dayIndex: number, hour: number): readonly CellEntry[] {
    return cellEntries(this.#week(view), dayIndex, hour);
  }

  spread(view: OverviewView, drafted?: (guid: string) => string | undefined): Omit<Spread, 'kind'> {
    return proposeSpread(this.#week(view).schedules, drafted);
  }

  /** Minutes east of UTC; null until known. */
  serverOffset(view: OverviewView): number | null {
    const clock = this.#serverClock(view);
    return clock === undefined ? null : clockOffsetAt(clock, this.now());
  }

  /** Its sentences contain minutes, and user names that may be masked. */
  #attentionParts(view: OverviewView): readonly unknown[] {
    const { schedules, tables, running, audits, arrivalIntervals } = this.reader;
    const read = [schedules, tables, running, audits, arrivalIntervals].flatMap((part) => [
      part.value,
      part.failure,
    ]);
    return [
      ...read,
      JSON.stringify(this.#serverClock(view)),
      Math.floor(this.now() / minute),
      hidingMasker(),
    ];
  }

  #attentionOf(view: OverviewView): OverviewState['attention'] {
    const { schedules, tables, running, audits, arrivalIntervals } = this.reader;
    if (this.reader.responded === 'nothing') return null;
    this.#issues = attentionIssues({
      now: this.now(),
      schedules: schedules.value ?? [],
      serverClock: this.#serverClock(view) ?? universal,
      tables: tables.value ?? [],
      arrivalIntervals: arrivalIntervals.value?.byTable ?? new Map(),
      running: running.value ?? [],
      audits: audits.value?.items ?? [],
    });
    return {
      items: groupIssues(this.#issues),
      isChecking: this.reader.responded !== 'all',
      gaps: gapsOf(this.reader, this.now()),
    };
  }

  #weekLoad(view: OverviewView): ReturnType<typeof weekLoad> {
    const { zone, timeZone, week } = view;
    const clock = JSON.stringify(this.#serverClock(view));
    const sameDay = Math.floor(this.now() / (day / 48));
    const parts = [this.#timedSchedules(), clock, zone, timeZone, week, sameDay];
    return this.#load.get(parts, () => weekLoad(this.#week(view)));
  }

  #chainModel(schedules: readonly QueryState[]): ReturnType<typeof chainModel> {
    const triggers = this.triggers();
    return this.#chains.get([schedules, triggers], () =>
      chainModel(schedules, ({ guid, triggerType }) => triggers.get(guid) ?? triggerType),
    );
  }

  #week(view: OverviewView): Week {
    return {
      schedules: this.#timedSchedules(),
      serverClock: this.#serverClock(view) ?? universal,
      shownClock: this.#shownClock(view),
      now: this.now(),
      ahead: view.week,
    };
  }

  /** The same array until a definition changes; runs do not matter. */
  #timedSchedules(): Week['schedules'] {
    const timed = this.#timed.get([this.reader.schedules.value], () =>
      (this.reader.schedules.value ?? []).flatMap(({ guid, name, enabled, triggerType, cronSchedule }) =>
        enabled && triggerType === 'cron' && cronSchedule !== undefined
          ? [{ guid, name, cron: cronSchedule }]
          : [],
      ),
    );
    if (!isDeepStrictEqual(timed, this.#schedules)) this.#schedules = timed;
    return this.#schedules;
  }

  #shownClock(view: OverviewView): Clock {
    if (view.zone === 'local') return zoneClock(view.timeZone);
    return (view.zone === 'server' ? this.#serverClock(view) : undefined) ?? universal;
  }

  /** The same as in editors and tooltips; from tables only if no schedule has a time. */
  #serverClock({ timeZone }: OverviewView): Clock | undefined {
    return this.reader.records().clock.clock(timeZone) ?? this.#tablesClock(timeZone);
  }

  #tablesClock(timeZone: string): Clock | undefined {
    const { tables } = this.reader;
    return this.#clock.get([tables.value, timeZone], () => {
      const clock = new PlatformClock();
      // A sample is sufficient.
      for (const { last: timestamp, offset } of (tables.value ?? []).slice(0, sampled)) {
        if (timestamp !== null && offset !== null) clock.add({ timestamp, offset });
      }
      return clock.clock(timeZone);
    });
  }
}

/** The number of tables whose times are compared to find the clock of the platform. */
const sampled = 100;
const universal: Clock = { kind: 'offset', minutes: 0 };

/** What the attention list could not check, so that an empty list is not mistaken for good news. */
export function gapsOf(reader: OverviewReader, now = Date.now()): readonly string[] {
  const { audits, arrivalIntervals } = reader;
  const { oldest, leftOut, unknown } = reader.records().pages;
  return [
    ...uncheckedTexts(reader),
    ...(oldest !== undefined && now - oldest > 1.5 * minute
      ? [t('Some scheduled queries were last read at {0}.', formatClock(new Date(oldest)))]
      : []),
    ...notChecked(leftOut + unknown.malformed.length, (count) =>
      t('Scheduled queries that were not checked: {0}.', count),
    ),
    ...notChecked(arrivalIntervals.value?.leftOut, (count) =>
      t('Tables with no logs for an hour whose usual pattern was not checked: {0}.', count),
    ),
    ...notChecked(audits.value?.older, (count) =>
      audits.value?.isSearched === true
        ? t('Older audit log entries that were only searched for “{0}”: {1}.', noPermission, count)
        : t('Older audit log entries that were not checked: {0}.', count),
    ),
  ];
}

function notChecked(count: number | undefined, textFor: (count: number) => string): readonly string[] {
  return count === undefined || count === 0 ? [] : [textFor(count)];
}

/** Each reason once. The page shows the one of the whole platform above everything else. */
function uncheckedTexts(reader: OverviewReader): readonly string[] {
  const { schedules, tables, running, audits, arrivalIntervals } = reader;
  const failed = [
    { name: t('scheduled queries'), failure: schedules.failure },
    { name: t('tables'), failure: tables.failure },
    { name: t('running queries'), failure: running.failure },
    { name: t('rejected writes'), failure: audits.failure },
    { name: t('silent sources'), failure: arrivalIntervals.failure },
  ].filter(({ failure }) => failure !== null);
  const whole = wholeFailure({ schedulesFailure: schedules.failure, tablesFailure: tables.failure });
  return [...groupedBy(failed, ({ failure }) => failure?.message ?? '')].map(([why, parts]) => {
    const names = parts.map(({ name }) => name).join(', ');
    return why === whole?.message ? t('Not checked: {0}.', names) : t('Not checked: {0}. {1}', names, why);
  });
}
