import { runOwnQuery } from '../../api/operations/queries';
import { printFieldName } from '../../language/printExpression';
import { sourcePeriod } from '../../language/services/comparedField';
import { unknownFields } from '../../language/services/unknownFields';
import { parseForRun } from '../../results/rowShape';
import { languageTag, t } from '../../shared/localize';
import type { RawRecord } from '../../shared/wire/optional';
import type { QueryRun } from './queryRun';

/** Enough rows to know which fields there are. */
const sampledRows = 1000;
const maxFields = 20;

/** A query that shows which of the fields that a text reads from its tables are in the rows. */
interface FieldSample {
  readonly query: string;
  readonly tables: readonly string[];
  readonly fields: readonly string[];
}

/** Undefined if the text reads no tables. */
export function fieldSample(text: string): FieldSample | undefined {
  const parsed = parseForRun(text);
  const source = parsed.query.commands.find(({ kind }) => kind === 'table' || kind === 'fulltext');
  if (source?.kind !== 'table' && source?.kind !== 'fulltext') return undefined;
  const tables = source.tables.map(({ name }) => name);
  // Of tables without any field, every field that the text does not set itself is unknown.
  const read = unknownFields(parsed, () => new Set()).filter(
    (field) => field.tables.length > 0 && field.tables.every((table) => tables.includes(table)),
  );
  const fields = [...new Set(read.map(({ name }) => name))].slice(0, maxFields);
  const counts = fields.map((name, index) => `count(${printFieldName(name)}) as field_${index}`);
  const period = sourcePeriod([source]);
  const options = [...(period === '' ? [] : [period]), `limit=${sampledRows}`].join(' ');
  const query = `table ${options} ${tables.join(', ')} | stats ${['count as sampled_rows', ...counts].join(', ')}`;
  return { query, tables, fields };
}

/** Why no row was found; null if the sample does not show it. */
export function emptyResultText({ tables, fields }: FieldSample, sample: RawRecord): string | null {
  if (sample['sampled_rows'] === undefined) return null;
  const rows = Number(sample['sampled_rows']);
  if (rows === 0) return t('There are no rows in {0} in this period.', tables.join(', '));
  const absent = fields.filter((_, index) => Number(sample[`field_${index}`] ?? 0) === 0);
  const [first, ...others] = absent;
  if (first === undefined) return null;
  const isAll = rows < sampledRows;
  const count = rows.toLocaleString(languageTag());
  if (others.length === 0) {
    return isAll
      ? t('No row has the field “{0}”.', first)
      : t('None of the newest {0} rows has the field “{1}”.', count, first);
  }
  const list = absent.map((name) => `“${name}”`).join(', ');
  return isAll
    ? t('No row has the fields {0}.', list)
    : t('None of the newest {0} rows has the fields {1}.', count, list);
}

/** Explains the empty result of one run, once. */
export class PanelHint {
  #run: QueryRun | undefined;
  #text: string | null = null;
  #end = new AbortController();

  /** @param changed is called when the reason is known. */
  constructor(private readonly changed: () => void) {}

  /** Null while there is nothing to say. Reads a sample when a run has ended without rows. */
  of(run: QueryRun | undefined): string | null {
    if (run === this.#run) return this.#text;
    this.stop();
    if (run?.phase !== 'finished' || run.rowCount > 0) return null;
    this.#run = run;
    void this.#explain(run, (this.#end = new AbortController()).signal);
    return null;
  }

  stop(): void {
    this.#end.abort();
    this.#run = undefined;
    this.#text = null;
  }

  async #explain(run: QueryRun, signal: AbortSignal): Promise<void> {
    const sample = fieldSample(run.text);
    if (!sample) return;
    try {
      const client = await run.client();
      const [row = {}] = await client.send(runOwnQuery(sample.query, { limit: 1 }), signal);
      if (signal.aborted) return;
      this.#text = emptyResultText(sample, row);
      this.changed();
    } catch {
      // Without a reason, the result is empty all the same.
    }
  }
}
