import { readTimeSpan } from '../../../core/language/values';
import { QueryRejection } from '../plan/queryRejection';
import { tooManyDates } from '../run/failureReason';
import { timeMacro } from './localTime';
import { printConversion } from './printConversion';
import { quoteText } from '../../store/sqlText';

const maxDates = 100_000;

/** The dates of a range, without its end, as a list. */
export function printDates(from: string, to: string, span: string): string {
  const read = readTimeSpan(span);
  if (typeof read === 'string') throw new QueryRejection(read);
  const interval = `INTERVAL '${read.amount} ${read.unit}'`;
  const [first, end] = [timeMacro('to_local', from), timeMacro('to_local', to)];
  const count = `CAST(date_diff('second', ${first}, ${end}) AS DOUBLE) / extract('epoch' FROM ${interval})`;
  const item = printConversion(timeMacro('from_local', 'item'), 'date', 'json');
  const dates = `to_json(list_transform(range(${first}, ${end}, ${interval}), lambda item: ${item}))`;
  return `CASE WHEN ${count} > ${maxDates} THEN error(${quoteText(tooManyDates)}) ELSE ${dates} END`;
}
