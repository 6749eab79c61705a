import { CsvReader } from '../../shared/csv/csvReader';

/** The first rows of CSV text, without blank lines and a truncated last row. */
export function csvRows(
  text: string,
  delimiter: string,
  most: number,
  complete: boolean,
): readonly (readonly string[])[] {
  const reader = new CsvReader(delimiter);
  const read = reader.push(text.replace(/^\ufeff/, ''));
  const records = complete ? [...read, ...reader.end()] : read;
  return records
    .map(({ cells }) => cells)
    .filter((cells) => cells.length > 1 || cells[0] !== '')
    .slice(0, most);
}
