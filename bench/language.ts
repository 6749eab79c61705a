import { parseQuery } from '../src/core/language/parseQuery';
import type { ParsedQuery } from '../src/core/language/parseQuery';
import { completeAt } from '../src/core/language/services/completion';
import { hoverAt } from '../src/core/language/services/hover';
import { layoutEdits, layoutOnPipe } from '../src/core/language/services/layout';
import { occurrencesAt, renameEdits } from '../src/core/language/services/occurrences';
import { unresolvedParameters } from '../src/core/language/services/unresolvedParameters';
import { signatureHelpAt } from '../src/core/language/services/signatureHelp';
import {
  documentSymbols,
  foldingRanges,
  pipelinesAt,
  textUpTo,
  writingCommands,
} from '../src/core/language/services/structure';
import { unknownFields } from '../src/core/language/services/unknownFields';
import { judge, median, spreadOf, timeOf } from './measurement';
import type { Measurement } from './measurement';

const frame = 16;

/** Parsing, diagnostics and all services on long queries, within a frame. */
export async function measure(): Promise<Measurement[]> {
  const text = queryOf(1_000);
  const read = text
    .replaceAll(/^\| stats .*/gm, '| search total > 1 and contains(agent, owner)')
    // A field that was renamed cannot be renamed again.
    .replaceAll(/\| rename .*/g, '| rename user as src_ip, src_ip as user');
  return [
    await within('language: parse and diagnostics of 1,000 lines', () => void parseQuery(text)),
    await within('language: parse, diagnostics and field checks of 1,000 lines', () => {
      // Without the aggregation, after which most fields would be unknown.
      unknownFields(parseQuery(read), () => tableFields);
    }),
    ...(await measureServices(queryOf(5_000))),
  ];
}

/** A table with many fields, some of which the query reads. */
const tableFields: ReadonlySet<string> = new Set([
  ...['_table', '_time', '_id', 'line', 'status', 'path', 'agent', 'bytes', 'user', 'src', 'dst', 'ip'],
  ...['hits', 'total', 'owner', 'src_ip', 'dst_ip'],
  ...Array.from({ length: 100 }, (_, index) => `field_${index}`),
]);

type Feature = (parsed: ParsedQuery, offset: number) => unknown;

const nothingKnown = { tables: async () => Promise.resolve([]), fieldsOf: async () => Promise.resolve([]) };

/** Requested for the field being typed. */
const services: Readonly<Record<string, Feature>> = {
  completion: async (parsed, offset) =>
    completeAt(parsed, offset, nothingKnown, new AbortController().signal),
  hover: (parsed, offset) => hoverAt(parsed, offset),
  'signature help': (parsed, offset) => signatureHelpAt(parsed, offset),
  symbols: documentSymbols,
  folding: foldingRanges,
  occurrences: occurrencesAt,
  rename: (parsed, offset) => renameEdits(parsed, offset, 'other'),
  layout: (parsed) => layoutEdits(parsed),
  'layout on a pipe': layoutOnPipe,
  'commands that write': writingCommands,
  'pipeline to run': pipelinesAt,
  'text to run up to the cursor': textUpTo,
  'parameters to ask for': unresolvedParameters,
};

/** The services of the editor after a key in the middle, each separately. */
async function measureServices(text: string): Promise<Measurement[]> {
  const middle = text.indexOf('\n', text.length / 2);
  const measurements: Measurement[] = [];
  for (const [name, service] of Object.entries(services)) {
    let previous = parseQuery(text);
    // A field that is defined here and used on most lines below.
    let typed = ' | eval src_ip = hits';
    const typeKey = (): void => {
      typed += ' ';
      previous = parseQuery(text.slice(0, middle) + typed + text.slice(middle), previous);
    };
    const typedField = middle + ' | eval src_ip'.length;
    const work = (): unknown => service(previous, typedField);
    measurements.push(await within(`language: ${name} in 5,000 lines`, work, typeKey));
  }
  return measurements;
}

/** @param prepare runs before each round, not measured. */
async function within(
  name: string,
  work: () => unknown,
  prepare: () => void = () => undefined,
): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < warmUp + counted; round++) {
    prepare();
    const time = await timeOf(async () => {
      await work();
    });
    if (round >= warmUp) times.push(time);
  }
  const value = median(times);
  const { bar, passed } = judge(value, { atMost: frame });
  return { name, value, unit: 'ms', spread: spreadOf(times), ...(bar && { bar: `${bar} ms` }), passed };
}

const warmUp = 15;
const counted = 31;

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
