import { parseQuery } from '../src/language/parseQuery';
import { layoutEdits } from '../src/language/services/layout';
import { growthOf, judge, type Measurement, median, spreadOf, timeOf } from './measurement';

/** Parsing, diagnostics and layout of long queries: within a frame, and growing no faster than the text. */
export async function measure(): Promise<Measurement[]> {
  const text = queryOf(1_000);
  const long = queryOf(5_000);
  const oneLine = parseQuery(text.replaceAll('\n', ' '));
  return [
    await within('language: parse and diagnostics of 1,000 lines', 16, () => void parseQuery(text)),
    await within(
      'language: a key in the middle of 1,000 lines',
      16,
      typing(text, text.indexOf('\n', text.length / 2)),
    ),
    await within('language: a key at the end of 1,000 lines', 16, typing(text, text.length)),
    await within('language: a key at the top of 5,000 lines', 16, typing(long, long.indexOf('\n'))),
    await within(
      'language: a key in the middle of 5,000 lines',
      16,
      typing(long, long.indexOf('\n', long.length / 2)),
    ),
    await within('language: layout of 1,000 lines', 32, () => void layoutEdits(oneLine)),
    await growthOf('language: parse and diagnostics', (times) => {
      const grown = queryOf(50 * times);
      return timeOf(() => void parseQuery(grown));
    }),
  ];
}

/**
 * Parses after each key, as an editor does: with what the text was parsed into before. Each key makes the text
 * longer, so that all behind it stands elsewhere.
 */
function typing(text: string, place: number): () => void {
  let previous = parseQuery(text);
  let typed = ' | search a';
  return () => {
    typed += 'a';
    previous = parseQuery(text.slice(0, place) + typed + text.slice(place), previous);
  };
}

async function within(name: string, milliseconds: number, work: () => void): Promise<Measurement> {
  for (let round = 0; round < 15; round++) work();
  const times: number[] = [];
  for (let round = 0; round < 31; round++) times.push(await timeOf(work));
  const value = median(times);
  const { bar, passed } = judge(value, { atMost: milliseconds });
  return { name, value, unit: 'ms', spread: spreadOf(times), ...(bar && { bar: `${bar} ms` }), passed };
}

const lines = [
  '| search status >= 500 and path == "/api/*" or contains(agent, "curl")',
  '| eval kb = bytes / 1024, size = if(kb > 100, "large", "small"), day = datetrunc(_time, "1d")',
  '| join type=left user [ table duration=1d users | stats last(_time) as seen by user ]',
  '| rename src as src_ip, dst as dst_ip',
  '| lookup assets src_ip as ip output owner, site as location',
  '| # a note in between',
  '| stats count as hits, sum(bytes) as total, dc(dst_ip) as targets by src_ip, owner',
  '| sort limit=100 -hits, src_ip',
  '| rex field=line "user=(?<user>\\\\w+)"',
  '| search hits > $("threshold", 100)',
];

function queryOf(count: number): string {
  const rest = Array.from({ length: count - 1 }, (_, index) => lines[index % lines.length]);
  return ['table duration=1d web_access', ...rest].join('\n');
}
